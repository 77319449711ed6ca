"""Whole lists of actions: `next_…` makes them quick, and must say what `count_…` and `nth_…` say."""

import pytest

from tests.broken.faults import Fault, broken_game
from topsecret.kernel import laws
from topsecret.kernel.laws.driver import random_states, seats_in
from topsecret.kernel.laws.report import Case, Report


class AQuickList(Fault):
    """Bids of 1 to 3 are always possible."""

    caught_by: set[str] = set()

    def next_bid(state, seat, rank):
        return rank if rank < 3 else -1


class AListThatForgets(Fault):
    caught_by = {"legal", "listing"}

    def next_bid(state, seat, rank):
        return 0 if rank == 0 else 2 if rank <= 2 else -1


def test_a_list_has_what_count_and_nth_say_with_and_without_next() -> None:
    game = broken_game(AQuickList)
    case = Case(game, 2, {}, "lists", Report("", ""))
    looked = 0
    for state, _ in random_states(case):
        for seat in seats_in(game.interpreted.actors(state)):
            rules = game.interpreted
            assert rules.listed(state, seat) == [rules.nth(state, seat, k) for k in range(rules.count(state, seat))]
            looked += 1
    assert looked > 3


@pytest.mark.parametrize("fault", [AQuickList, AListThatForgets])
def test_laws_catch_a_list_that_forgets(fault: type[Fault]) -> None:
    reports = laws.run(broken_game(fault), games=6, laws=("legal", "listing"))
    assert {report.law for report in reports if not report.holds} == fault.caught_by
