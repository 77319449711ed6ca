"""Undo: what a seat may take back. It reaches to the last outcome, the last secret that was shown, or another seat's decision."""

from __future__ import annotations

from bisect import bisect_right

from .entries import Entries
from .errors import CannotUndo
from .log import carry_out
from .visibility import shows_more


def undoable(entries: Entries, seat: int, since: int = 0) -> int:
    """The entry that an undo of this seat takes back; raises CannotUndo. What came before the entry `since` stands."""
    found = what_undo_reaches(entries, seat, since)
    if isinstance(found, CannotUndo):
        raise found
    return found


def what_undo_reaches(entries: Entries, seat: int, since: int) -> int | CannotUndo:
    """The same, and what speaks against it where there is nothing: that is asked after every action."""
    if entries.game.State.timed:  # always, or the answer would tell whether others did something unseen
        return CannotUndo("a game in real time has no undo", "real_time")
    for number in reversed(entries.standing):
        entry = entries[number]
        if entry.sort == "chance":
            return CannotUndo("too late to undo: chance has decided something since", "chance")
        if entry.seat != seat:
            if entries.game.actions.family(entry.code).draft or went_unnoticed(entries, number, seat):
                continue
            return CannotUndo("too late to undo: another player has acted since", "another")
        if entries.game.actions.family(entry.code).final:
            return CannotUndo("this cannot be undone: it is final", "final")
        if showed_a_secret(entries, number):
            return CannotUndo("this cannot be undone: it revealed a secret", "secret")
        if number < since:
            return CannotUndo("too late to undo: somebody else plays this seat now, or did then", "seat")
        return number
    return CannotUndo("nothing to undo: you have not acted yet", "nothing")


def taken_back(entries: Entries, seat: int) -> list[int]:
    """All entries that an undo of this seat takes back: its last action, and drafts that others have begun since then and that
    nobody asks for any more. Raises CannotUndo."""
    undone = undoable(entries, seat)
    rules, state, gone = entries.game.interpreted, entries.position_after(undone), [undone]
    for number in entries.standing[bisect_right(entries.standing, undone) :]:
        entry = entries[number]
        if entries.game.actions.family(entry.code).draft and rules.refuse(state, entry.seat, entry.code):
            gone.append(number)
        else:
            carry_out(entries.game, state, entry, None)
    return gone


def went_unnoticed(entries: Entries, number: int, seat: int) -> bool:
    """Whether an entry stands apart and told this seat nothing."""
    apart = entries.game.actions.family(entries[number].code).apart
    return apart and not any(tell.told_to(seat) for tell in entries.told_by(number))


def showed_a_secret(entries: Entries, number: int) -> bool:
    """Whether an entry told somebody what was hidden from them before."""
    for tell in entries.told_by(number):
        if tell.family.reveals:
            return True
    return shows_more(entries.visible_before(number), entries.visible_after(number))
