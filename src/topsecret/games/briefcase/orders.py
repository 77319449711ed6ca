"""B4.5: what a bot tells the double agent of the other side. It pretends to be one piece all through the game, so that what it does hangs
together, and which one hangs on the deal, which its owner does not know. Far from the briefcase it may do harm for about a third of the
turns: so a spy that was granted a capture can still be the "?". Near it, it never does."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from topsecret.kernel.names import find

from .box import FILES, IN_BOX, SPIES, Box, Piece, Place, Square
from .notebook import PIECE_NAMES, SPY_NAMES
from .state import HARMLESS, PRETENDED, Order

NEAR = 3  # so many squares from the briefcase
STRETCH = 6  # turns after which it may be another matter


def wanted_order(view: dict[str, Any]) -> str:
    """The order that should stand now, by all that its controller sees; at first one without harm."""
    they = 1 - int(view["viewer"])
    box = find(Box, view["box"])
    assert box is not None
    deal = ",".join(str(view["piece"][they][name]) for name in SPY_NAMES[: SPIES[box]])
    luck = sha256(deal.encode()).digest()
    pieces = sorted({PRETENDED[order] for order in Order if IN_BOX[box] >> PRETENDED[order] & 1})
    given = find(Order, view["order"][they]) if view["ordered"][view["viewer"]] else None
    piece = pieces[luck[0] % len(pieces)] if given is None or PRETENDED[given] not in pieces else PRETENDED[given]
    stretch = int(view["turns"]) // STRETCH
    harms = stretch > 0 and luck[stretch % 32] % 3 == 0 and not _is_near(view, they)
    return next(o.text for o in Order if PRETENDED[o] == piece and HARMLESS[o] == (not harms))


def new_order(view: dict[str, Any]) -> str | None:
    """The order to give now; None if the one that stands is right, or is of another kind than a pretence: somebody else has given it."""
    wanted, stands = wanted_order(view), view["order"][1 - int(view["viewer"])]
    if not view["ordered"][view["viewer"]]:
        return wanted
    return wanted if stands != wanted and str(stands).startswith("pretend") else None


def _is_near(view: dict[str, Any], they: int) -> bool:
    """Whether their "?" is near the briefcase, or nobody can say where it is."""
    spy = next((name for name in SPY_NAMES if view["piece"][they][name] == PIECE_NAMES[Piece.DOUBLE_AGENT]), None)
    case = find(Square, view["briefcase"])
    if spy is None or case is None:
        return True
    if view["place"][they][spy] == "off":
        return False
    at = find(Place, view["place"][they][spy])
    return at is None or max(abs(at // FILES - case // FILES), abs(at % FILES - case % FILES)) <= NEAR
