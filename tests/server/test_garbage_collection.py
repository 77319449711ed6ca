"""Python's look through everything that lives does not come in the middle of a game."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from topsecret.server import garbage


@pytest.fixture
def one() -> Iterator[garbage.QuietCollector]:
    before = gc.get_threshold()
    yield garbage.QuietCollector(0.0)
    gc.unfreeze()
    gc.set_threshold(*before)


class Ring:
    def __init__(self) -> None:
        self.me = self


def make_garbage() -> None:
    rings = [Ring() for _ in range(3 * garbage.YOUNG)]
    del rings


def test_everything_is_looked_through_in_a_quiet_moment_only(one: garbage.QuietCollector) -> None:
    make_garbage()
    assert not one.sweep(5.0, quiet=False)
    assert one.sweep(10.0, quiet=True)


def test_nothing_is_looked_through_where_nothing_has_happened(one: garbage.QuietCollector) -> None:
    assert not one.sweep(5.0, quiet=True)


def test_after_a_long_time_it_is_done_however_busy_it_is(one: garbage.QuietCollector) -> None:
    make_garbage()
    assert one.sweep(garbage.LONGEST, quiet=False)
