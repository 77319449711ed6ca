"""Functions of this game's browser files that need nothing of a page, asked in Node."""

from pathlib import Path
from typing import Any

from tests.web import node

PARTS = Path(__file__).resolve().parents[1] / "web"


def call(file: str, calls: list[list[Any]]) -> list[Any]:
    """What the functions of a file answer: each call is a name and its arguments."""
    return node.call(PARTS / file, calls)
