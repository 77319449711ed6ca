"""What a player of briefcase could work out (B9.1): what each spy can be, and how likely a yes is. Every deal that agrees with all that
was said counts once, whatever the "?" would have answered. So a chance is a number of deals out of all that are left; and the chance
of a yes is a range, since a "?" may say either."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from topsecret.kernel import Game, Topic
from topsecret.kernel.names import find, texts

from .board import in_the_way
from .box import ABLE, LINE_FAR, LINE_FROM, LINE_WAY, LINES, LONGEST_LINE, WAYS, Box, Line, Piece, Place
from .deals import deals
from .notebook import ABOUT_A_PIECE, PIECE_NAMES, SPY_NAMES, Memory, masks_of
from .state import Manner, Refusal, State

HELP_OPTION = "notebook"  # B9.1


def notebook(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> dict[str, Any]:
    """Both halves: my spies, and what the opponent can know of theirs."""
    masks, me = masks_of(view, seen), view["viewer"]
    return {"mine": half(masks[me]), "theirs": half(masks[1 - me])}


def half(masks: Sequence[int]) -> dict[str, Any]:
    """By spy and piece: in how many of `of` deals it is that one. A piece that is ruled out is left out; `of` means sure."""
    played = deals(tuple(mask for mask in masks if mask))
    spies = {
        SPY_NAMES[spy]: {PIECE_NAMES[bit.bit_length() - 1]: ways for bit, ways in sorted(share.items())}
        for spy, share in enumerate(played.shares())
    }
    return {"of": played.count, "spies": spies}


def lines(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> dict[str, Any]:
    """For every line of a spy that everyone can see to be possible: in how many of `of` deals the answer is surely yes (`least`), and
    with a "?" that says yes (`most`), as its owner can know; and the true answer (`truly`) where I know it: null for a "?"."""
    side, spy = spy_of(view, about)
    piece = view["piece"][side][spy]
    known = 0 if piece in (None, "?") else 1 << PIECE_NAMES.index(piece)
    played = deals(tuple(mask for mask in masks_of(view, seen)[side] if mask))
    share = played.shares()[SPY_NAMES.index(spy)] if played.count else {}
    wild = share.get(1 << Piece.DOUBLE_AGENT, 0)
    square, box = find(Place, view["place"][side][spy]), find(Box, view["box"])
    assert square is not None and box is not None
    sketch = cast(State, game.sketch(view))
    manners = Manner if view["briefcase"] == view["place"][side][spy] else (Manner.MOVE,)
    found = {}
    for line in range(LINES):
        if LINE_FROM[line] == square and any(in_the_way(sketch, side, line, one) == Refusal.ALLOWED for one in manners):
            way = LINE_WAY[line] if side == 0 else (LINE_WAY[line] + WAYS // 2) % WAYS
            row = ((box * 2 + int(view["promoted"][side][spy])) * WAYS + way) * (LONGEST_LINE + 1)
            able = ABLE[row + LINE_FAR[line]]
            least = sum(ways for bit, ways in share.items() if bit & able)
            truly = bool(able & known) if known else None
            found[texts(Line)[line]] = {"least": least, "most": least + wild, "truly": truly}
    return {"of": played.count, "lines": found}


def spy_of(view: dict[str, Any], about: str) -> tuple[int, str]:
    """The side and the spy that `mine 7` or `theirs 7` speaks of."""
    half, spy = about.split()
    return (view["viewer"] if half == "mine" else 1 - view["viewer"]), spy


def why(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> list[list[str]]:
    """For every answer about a spy, in their order (promotions and reveals are answers, too): the pieces that it rules out, whatever
    the others say. `about`: `mine 7`, `theirs 7`."""
    side, spy = spy_of(view, about)
    number, memory = SPY_NAMES.index(spy), Memory(find(Box, view["box"]) or 0)
    every = memory.masks[side][number]
    told = []
    for event in seen:
        if event["event"] not in ABOUT_A_PIECE or event["seat"] != side or event["spy"] != spy:
            continue
        memory.masks[side][number] = every
        memory.hear(event)
        out = every & ~memory.masks[side][number]
        told.append([name for piece, name in enumerate(PIECE_NAMES) if out >> piece & 1])
    return told


def all_spies(view: dict[str, Any]) -> list[str]:
    return [f"{half} {spy}" for half in ("mine", "theirs") for spy in SPY_NAMES[: view["dealt"]]]


def spies_on_board(view: dict[str, Any]) -> list[str]:
    spies = [(about, *spy_of(view, about)) for about in all_spies(view)]
    return [about for about, side, spy in spies if view["place"][side][spy] != "off"]


def coach(game: Game, view: dict[str, Any], seen: Sequence[dict[str, Any]], about: str) -> dict[str, Any]:
    """For newcomers: what is asked and why, as the key of a word and its parameters."""
    me = view["viewer"]
    if me not in view["actors"]:
        return {"word": "watch", "params": {}}
    if view["phase"] != "turn":
        return {"word": "order" if view["phase"] == "order" else "answer", "params": {}}
    if view["briefcase"] in view["place"][me].values():
        return {"word": "carry", "params": {}}
    if view["briefcase"] in view["place"][1 - me].values():
        return {"word": "stop_them", "params": {}}
    known = sum(len(pieces or ()) == 1 for pieces in view["can_be"][me].values())
    return {"word": "reach" if known else "ask", "params": {}}


TOPICS = {
    "coach": Topic(coach),
    "notebook": Topic(notebook),
    "lines": Topic(lines, spies_on_board),
    "why": Topic(why, all_spies),
}
