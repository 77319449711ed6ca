"""Writes what boards must know of each box (`FOR_BOARDS` of a game's `box.py`) as TypeScript: `games/<id>/web/box.ts`. So no table of a
game is written twice. The files are kept in the tree, and a test says when one is not current.

python -m topsecret.server.boxes --write
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

from topsecret.kernel import registry
from topsecret.kernel.game import Game

WIDE = 140


def page(game: Game) -> str:
    """A box as TypeScript. A plain dict is a table by name, a NamedTuple an object with these fields."""
    lines = [
        f"// Written from src/topsecret/games/{game.id}/box.py by `python -m topsecret.server.boxes --write`; do not edit.",
    ]
    for name, value in for_boards(game).items():
        lines += ["", f"export const {name}: {typed(value)} = {written(value)};"]
    return "\n".join(lines) + "\n"


def for_boards(game: Game) -> dict[str, Any]:
    """Empty where no board needs anything."""
    box = importlib.import_module(f"topsecret.games.{game.id}.box")
    return getattr(box, "FOR_BOARDS", {})


def path(game: Game) -> Path:
    assert game.folder is not None
    return game.folder / "web" / "box.ts"


def typed(value: Any) -> str:
    """The type of a value."""
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "number"
    if isinstance(value, str):
        return "string"
    if hasattr(value, "_fields"):
        return "{ " + "; ".join(f"readonly {name}: {typed(part)}" for name, part in value._asdict().items()) + " }"
    if isinstance(value, tuple):
        return f"readonly [{', '.join(typed(part) for part in value)}]"
    inner = {typed(part) for part in (value.values() if isinstance(value, dict) else value)}
    one = inner.pop() if len(inner) == 1 else " | ".join(sorted(inner)) or "never"
    if isinstance(value, dict):
        return f"Readonly<Record<string, {one}>>"
    return f"readonly ({one})[]" if "|" in one or one.startswith("{") else f"readonly {one}[]"


def written(value: Any, depth: int = 1) -> str:
    """A value, in one line where it fits."""
    if hasattr(value, "_fields"):
        return "{ " + ", ".join(f"{name}: {written(part)}" for name, part in value._asdict().items()) + " }"
    if isinstance(value, dict):
        parts = [
            f"{key if key.isidentifier() else json.dumps(key)}: {written(part, depth + 1)}"
            for key, part in value.items()
        ]
        flat = "{ " + ", ".join(parts) + " }"
        opens, closes = "{", "}"
    elif isinstance(value, list | tuple):
        parts = [written(part, depth + 1) for part in value]
        flat = "[" + ", ".join(parts) + "]"
        opens, closes = "[", "]"
    else:
        return json.dumps(value, ensure_ascii=False)
    if len(flat) <= WIDE - 40:
        return flat
    pad = "  " * depth
    return opens + "\n" + "".join(f"{pad}{part},\n" for part in parts) + pad[2:] + closes


def main() -> None:
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m topsecret.server.boxes --write")
    for game in registry.games():
        if for_boards(game):
            path(game).write_text(page(game), encoding="utf-8")


if __name__ == "__main__":
    main()
