"""intel obeys every law, over its options, in both modes."""

import pytest

from topsecret.kernel import laws

from .builders import GAME

SLOW = {"modes", "secrecy", "undo", "frequencies", "replay"}


@pytest.mark.parametrize(
    "law", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in laws.ORDER]
)
def test_law(law: str) -> None:
    laws.require(laws.run(GAME, games=4, seed="intel", laws=[law], seconds=20))


def test_no_step_has_more_than_a_few_hundred_codes() -> None:
    assert max(family.size for family in GAME.actions.families) <= 528
    assert GAME.chance.size < 100
