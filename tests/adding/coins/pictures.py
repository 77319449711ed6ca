"""The pictures of the rule page of coins: there is one."""

from __future__ import annotations

from topsecret.kernel.pictures import Picture

from .box import COINS

PICTURES = (
    Picture(key="mine", rule="C1.1", seats=2, start={"phase": "claim", "tossed": COINS, "coin": ["heads", "tails"]}),
)
