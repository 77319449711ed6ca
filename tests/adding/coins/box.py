"""What is in the box: two coins."""

from __future__ import annotations

from typing import Any

from topsecret.kernel import Help, Names, Position, pick

COINS = 2
CLAIMER, REPLIER = 0, 1


class Coin(Names):
    TAILS = 0
    HEADS = 1


class Reply(Names):
    BELIEVE = 0
    DOUBT = 1


class Options(Position):
    """What the host chooses."""

    help = pick(Help, Help.OFF)


FOR_BOARDS: dict[str, Any] = {"SIDES": [coin.text for coin in Coin]}
