"""The largest positions of each game, and what is tapped there: for `bench/web.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from topsecret.games.briefcase.tests import builders as briefcase
from topsecret.games.intel.tests import builders as intel


@dataclass(frozen=True)
class Stage:
    """A table of one game, as large as it gets; it is our turn."""

    game: str
    wish: dict[str, Any]
    there: str  # what is on the page when it can be played (a CSS selector)
    taps: tuple[str, ...]  # where the finger goes, one after the other
    move: Callable[[Page], None]  # does something that is animated
    position: Callable[[], dict[str, Any]] | None = None
    people: int = 0  # so many more sit there and do nothing
    idles: bool = False  # something always moves a little


def briefcase_position() -> dict[str, Any]:
    """All 26 spies are out in the open; the briefcase is with one of White's in the middle."""
    pieces = briefcase.STANDARD
    white = ("a1", "c2", "e1", "g2", "i1", "k2", "b4", "d4", "f4", "h4", "j4", "c6", "f6")
    red = ("a11", "c10", "e11", "g10", "i11", "k10", "b8", "d8", "f8", "h8", "j8", "i6", "k6")
    ours, theirs = (
        " ".join(f"{square}={piece}" for square, piece in zip(side, pieces, strict=True)) for side in (white, red)
    )
    return briefcase.position(ours, theirs, "f6")


def intel_position() -> dict[str, Any]:
    """Six agents with three tiles each, 26 more lie on the board, some of it is blocked."""
    loose = {
        "a1": "memo photo", "a5": "credential", "b2": "photo", "b3": "memo", "b5": "blueprint", "c1": "cipher_key",
        "c3": "photo memo", "c5": "credential", "d2": "memo", "d4": "photo", "d6": "memo honeypot", "e1": "blueprint", "e4": "memo",
        "f2": "cipher_key", "f4": "photo",        "f6": "memo", "g2": "honeypot", "g4": "memo blueprint", "h1": "photo", "h3": "memo",
    }  # fmt: skip
    table = intel.at_table(
        0, loose=loose, blockade={"d3": "y", "e3": "x", "c2": "y"},
        x1="hacker f3 memo photo blueprint", x2="comms_specialist g3 memo photo credential", x3="engineer h4 memo memo photo",
        y1="double_agent e2 memo photo blueprint", y2="analyst e5 memo memo cipher_key", y3="smuggler g5 memo credential blueprint",
        pinned="y1",
    )  # fmt: skip
    return table.match.truth()


def move_spies(page: Page) -> None:
    """An agent goes a step, then further with each tap."""
    for _ in range(2):
        page.locator("button.agent.lit").first.tap(force=True)


def move_briefcase(page: Page) -> None:
    """A spy goes with the briefcase; the answer comes down as a stamp."""
    page.keyboard.press("Escape")
    page.locator("[data-square=f6]").tap()
    expect(page.locator("[data-square].lit").first).to_be_visible()
    page.locator("[data-square=f7]").tap()
    page.locator("[data-confirm]").tap()
    expect(page.locator("[data-stamp]").first).to_be_attached()


def move_intel(page: Page) -> None:
    """The turn ends, and everything on the board trickles."""
    page.keyboard.press("Escape")
    page.locator("[data-confirm]").tap()
    page.locator("button.go[data-confirm]").tap()
    expect(page.locator("[data-fall]").first).to_be_attached()


def move_paris(page: Page) -> None:
    """Eyes go to somebody else."""
    page.locator("button[data-sight]").last.tap()


STAGES = (
    Stage(
        "spies",
        {"seats": 7, "options": {"cards": True, "dossier": True, "starter": 0}, "start": True},
        "button.agent.lit",
        ("button.agent.lit",) * 2,
        move_spies,
    ),
    Stage(
        "briefcase",
        {"bots": ["random"], "start": True},
        "[data-square].lit",
        ("[data-square=f6]", "[data-square=f7]", "[data-square=h4]", "[data-square=c6]"),
        move_briefcase,
        position=briefcase_position,
    ),
    Stage(
        "intel",
        {"bots": ["random"], "start": True},
        "[data-space].lit",
        ("[data-space=f3]", "[data-space=g3]", "[data-verb=lift]", "[data-space=h4]"),
        move_intel,
        position=intel_position,
    ),
    Stage(
        "paris",
        {"seats": 8, "options": {"turn_s": 120, "starter": 0}},
        "button[data-sight]",
        ("button[data-sight] >> nth=0", "button[data-sight] >> nth=6", "button[data-sight] >> nth=3"),
        move_paris,
        people=7,
        idles=True,
    ),
)
