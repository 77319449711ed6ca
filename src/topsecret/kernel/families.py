"""Families of actions, chance outcomes and events, declared once each, with an audience.

    class Actions(Families):
        move = action("{points}", points=Spread(Agent, 6), when=Phase.MOVE, to=everyone, rule="S3.2")

    class Chance(Families):
        roll = chance("roll {face}", face=OneOf(Face), when=Phase.ROLL, to=everyone)

    class Told(Families):
        scored = event(agent=OneOf(Agent), points=Whole(-3, 10), to=everyone)

A family's audience is told that it happened; a parameter may have a narrower audience of its own (others get null for it).
The text pattern gives what people type; the JSON form and the integer code follow from the same declaration.
"""

from __future__ import annotations

from typing import Any, ClassVar

from .audience import Audience
from .moves import Family
from .names import Names
from .parts import Part


def _phases(when: Any) -> tuple[int, ...]:
    return () if when is None else tuple(int(w) for w in when) if isinstance(when, tuple) else (int(when),)


def action(
    pattern: str,
    *,
    to: Audience | None = None,
    when: Names | tuple[Names, ...] | None = None,
    rule: str = "",
    draft: bool = False,
    aside: bool = False,
    reveals: bool = False,
    final: bool = False,
    apart: bool = False,
    unfinished: str = "",
    **parts: Part,
) -> Family:
    """A choice of a seat. `when`: the phases in which it is offered. `draft`: part of an unfinished choice, told to nobody else.
    `aside`: outside the order of turns and not listed (resigning). `reveals`: what it tells depends on somebody's secret.
    `final`: it cannot be taken back, because it shows something that its own seat kept secret (a card from the hand) or a rule says so.
    `apart`: it changes nothing but a secret of its own seat, whatever else happens; nobody else can tell that it was done, not even
    by what they can take back. `unfinished`: the refusal that only says that the choice is not complete yet (points that are left to
    spread): such an action cannot be played, but its preview shows how far it is."""
    flags = (draft, aside, reveals, final, apart)
    return Family("action", pattern, parts, to, _phases(when), "", rule, *flags, unfinished=unfinished)


def chance(
    pattern: str,
    *,
    to: Audience | None = None,
    when: Names | tuple[Names, ...] | None = None,
    whose: str = "",
    rule: str = "",
    **parts: Part,
) -> Family:
    """An outcome that nobody chooses. `whose` names the public field with the seat that it concerns."""
    return Family("chance", pattern, parts, to, _phases(when), whose, rule)


def event(
    *, to: Audience | None = None, rule: str = "", reveals: bool = False, drafted: bool = False, **parts: Part
) -> Family:
    """Something that happened, beyond the action or outcome itself. `reveals`: it tells somebody what was secret. `drafted`: it tells
    what its seat had drafted, now that the choice is complete; that is part of an open move, which can be taken back."""
    return Family("event", "", parts, to, (), "", rule, False, False, reveals, drafted=drafted)


class FamiliesType(type):
    def __new__(mcls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> FamiliesType:
        made: Any = super().__new__(mcls, name, bases, body)
        families = [value for value in body.values() if isinstance(value, Family)]
        start = 0
        for index, (key, family) in enumerate((k, v) for k, v in body.items() if isinstance(v, Family)):
            family.settle(name, key)
            family.start, family.index = start, index
            start += family.size
        made.families = tuple(families)
        made.size = start
        return made  # type: ignore[no-any-return]


class Families(metaclass=FamiliesType):
    """The root of `Actions`, `Chance` and `Told` in a game's state.py."""

    families: ClassVar[tuple[Family, ...]]
    size: ClassVar[int]


class Reasons(Names):
    """Why an action is refused, a match is over or a position is impossible: each reason with the number of its rule. In `Refusal`
    and `Flaw` 0 means: none. A refusal without a rule of its own cites the rule of the action that was tried.

    class Refusal(Reasons):
        ALLOWED = 0, ""
        NOT_NOW = 1, ""
        WRONG_TOTAL = 2, "S3.2"
    """

    rule: str

    def __new__(cls, value: int, rule: str) -> Reasons:
        member = int.__new__(cls, value)
        member._value_ = value
        member.rule = rule
        return member

    @classmethod
    def of(cls, value: int) -> Reasons:
        """The member with this number."""
        return list(cls)[value]
