"""Everything that a position of coins consists of."""

from __future__ import annotations

from typing import Any

from topsecret.kernel import (
    Families,
    Names,
    OneOf,
    Reasons,
    Seats,
    Whole,
    action,
    chance,
    choice,
    everyone,
    number,
    owner,
    rule,
)

from .box import COINS, Coin, Options, Reply

TITLE = "Two coins"
VERSION = 1
SMALL: tuple[tuple[int, dict[str, Any]], ...] = ((2, {}),)  # set-ups that the laws can enumerate


class Phase(Names):
    TOSS = 0
    CLAIM = 1
    REPLY = 2
    OVER = 3


class State(Options, seats=(2, 2)):
    phase = choice(Phase, to=everyone)
    tossed = number(0, COINS, to=everyone)
    coin = choice(Coin, per=Seats, to=rule(lambda v, me, seat: me == seat or v.phase == Phase.OVER))
    claimed = number(0, COINS, to=everyone)
    doubted = number(0, 1, to=everyone)


class Actions(Families):
    claim = action("claim {heads}", heads=Whole(0, COINS), when=Phase.CLAIM, to=everyone, rule="C2.1")
    reply = action("{reply}", reply=OneOf(Reply), when=Phase.REPLY, to=everyone, rule="C3.1")


class Chance(Families):
    toss = chance("toss {coin}", coin=OneOf(Coin, to=owner), when=Phase.TOSS, whose="tossed", to=everyone, rule="C1.1")


class Told(Families):
    pass


class Refusal(Reasons):
    ALLOWED = 0, ""
    NOT_NOW = 1, "C1.1"
    NO_SUCH_SEAT = 2, "C1.1"


class Ending(Reasons):
    TRUE = 0, "C3.1"
    FALSE = 1, "C3.1"


class Flaw(Reasons):
    SOUND = 0, ""
    TOSSES = 1, "C1.1"
    COIN_TOO_EARLY = 2, "C1.1"
