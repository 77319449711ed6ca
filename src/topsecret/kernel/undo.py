"""Undo: what a seat may take back. It reaches to the last outcome, the last secret that was shown, or another seat's decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .errors import CannotUndo
from .log import carry_out
from .sight import shows_more, sight
from .view import Tell

if TYPE_CHECKING:
    from .match import Match


def undoable(match: Match, seat: int) -> int:
    """The entry that an undo of this seat takes back; raises CannotUndo."""
    if match.game.State.timed:  # always, or the answer would tell whether others did something unseen
        raise CannotUndo("expected a game without time: what is done in time is done")
    for number in reversed(match._standing):
        entry = match._entries[number]
        if entry.sort == "chance":
            raise CannotUndo("expected nothing by chance since your last action, but an outcome was drawn")
        if entry.seat != seat:
            if match.game.actions.family(entry.code).draft or went_unnoticed(match, number, seat):
                continue
            raise CannotUndo("expected your own action to be the last, but another seat has decided since")
        if match.game.actions.family(entry.code).final:
            raise CannotUndo("expected an action that can be taken back, but yours is final")
        if showed_a_secret(match, number):
            raise CannotUndo("expected that nobody learned anything by it, but a secret was shown")
        return number
    raise CannotUndo("expected an action of yours, but there is none")


def strike_drafts_after(match: Match, undone: int) -> list[int]:
    """Drafts that others have begun since then and that nobody asks for any more are struck with it."""
    rules, state, struck = match.game.interpreted, match._fold(undone), []
    for number in range(undone + 1, len(match._entries)):
        entry = match._entries[number]
        if entry.undone or entry.sort == "undo":
            continue
        if match.game.actions.family(entry.code).draft and rules.refuse(state, entry.seat, entry.code):
            match._strike(number)
            struck.append(number)
        else:
            carry_out(match.game, state, entry, None)
    return struck


def went_unnoticed(match: Match, number: int, seat: int) -> bool:
    """Whether an entry stands apart and told this seat nothing."""
    apart = match.game.actions.family(match._entries[number].code).apart
    return apart and not any(tell.told_to(seat) for tell in told_by(match, number))


def showed_a_secret(match: Match, number: int) -> bool:
    """Whether an entry told somebody what was hidden from them before."""
    if any(tell.family.reveals for tell in told_by(match, number)):
        return True
    look, mark = sight(match.game.State, match.seats), match._marks.before(number)
    if mark is not None and mark.glance is not None:
        before = mark.glance
    else:
        before = look.glance(match._begin.unpacked(mark.packed) if mark is not None else match._fold(number))
    if number == len(match._entries) - 1:
        return shows_more(before, match.glance())
    after = match._fold(number)
    carry_out(match.game, after, match._entries[number], None)
    return shows_more(before, look.glance(after))


def told_by(match: Match, number: int) -> Iterator[Tell]:
    """What an entry told, looked for from the end: late entries are asked about most."""
    for tell in reversed(match._told):
        if tell.number < number:
            return
        if tell.number == number and isinstance(tell, Tell):
            yield tell
