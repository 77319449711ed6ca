"""The clocks of a table as they stood when something happened: pure, and kept in the records."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from .terms import Terms

NOT_ASKED = -1


class Face(Struct, frozen=True):
    """All in milliseconds of the table, by seat."""

    bank: list[int]  # what is left of it
    since: list[int]  # when the seat was asked; NOT_ASKED
    spent: list[int]  # of the time of its last move: what an undo does not give back
    late: list[int]  # how many times in a row the clock decided for it
    together: bool = False  # several are asked the same: a limit for all of them, and no bank

    def limit(self, seat: int, terms: Terms) -> int | None:
        """When the time of a seat is over; None while it is not asked."""
        if self.since[seat] == NOT_ASKED:
            return None
        return self.since[seat] + (terms.answer_s * 1000 if self.together else terms.move_s * 1000 + self.bank[seat])


def first(seats: int, terms: Terms, asked: Collection[int], at: int) -> Face:
    """The clocks at the start."""
    since = [at if seat in asked else NOT_ASKED for seat in range(seats)]
    return Face([terms.bank_s * 1000] * seats, since, [0] * seats, [0] * seats, len(asked) > 1)


def after(face: Face, terms: Terms, seat: int, by_clock: bool, asked: Collection[int], at: int) -> Face:
    """After a decision of a seat. Whoever was asked before and still is goes on; everybody else who is asked begins."""
    bank, since, spent, late = face.bank.copy(), face.since.copy(), face.spent.copy(), face.late.copy()
    used, free = max(0, at - since[seat]) if since[seat] != NOT_ASKED else 0, terms.move_s * 1000
    if not face.together:
        bank[seat] = max(0, bank[seat] - max(0, used - free))
    spent[seat] = used if face.together else min(used, free)
    late[seat] = late[seat] + 1 if by_clock else 0
    since[seat] = NOT_ASKED
    waiting = {one for one, when in enumerate(since) if when != NOT_ASKED}
    is_same = bool(asked) and waiting >= set(asked)
    for one in range(len(since)):
        if one not in asked:
            since[one] = NOT_ASKED
        elif not is_same or since[one] == NOT_ASKED:
            since[one] = at
    return Face(bank, since, spent, late, len(asked) > 1 or (is_same and face.together))


def taken_back(face: Face, seat: int, asked: Collection[int], at: int) -> Face:
    """After an undo: the seat goes on where it was; what it had taken from its bank is not given back."""
    since = [
        NOT_ASKED if one not in asked else at - face.spent[one] if one == seat or when == NOT_ASKED else when
        for one, when in enumerate(face.since)
    ]
    return Face(face.bank, since, face.spent, face.late, len(asked) > 1 or (face.together and face.since[seat] != -1))
