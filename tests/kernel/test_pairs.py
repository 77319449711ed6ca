"""Pairs of names as a parameter: for sets that are too large for bits."""

import pytest

from topsecret.kernel import Names, Pair, pairs


class Fruit(Names):
    APPLE = 0
    BLACK_CHERRY = 1
    PLUM = 2


def read(words: str) -> list[tuple[int, int]]:
    return list(Pair(Fruit).read_words(words.split(), 0))


def test_rules_get_the_rank_among_all_pairs() -> None:
    assert pairs(Fruit) == ((0, 1), (0, 2), (1, 2))
    assert Pair(Fruit).size == 3


@pytest.mark.parametrize("rank", range(3))
def test_text_and_json_lead_back_to_the_rank(rank: int) -> None:
    part = Pair(Fruit)
    words = part.text(rank).split()
    assert list(part.read_words(words, 0)) == [(rank, len(words))]
    assert part.read_json(part.json(rank)) == rank


def test_the_order_of_the_two_does_not_matter() -> None:
    assert read("plum black cherry") == read("black cherry plum") == [(2, 3)]
    assert Pair(Fruit).read_json(["plum", "apple"]) == Pair(Fruit).read_json(["apple", "plum"]) == 1


@pytest.mark.parametrize("words", ["plum", "plum plum", "plum pear", ""])
def test_what_is_no_pair_is_not_read(words: str) -> None:
    assert read(words) == []


@pytest.mark.parametrize(
    "thing", [None, "plum", ["plum"], ["plum", "plum"], ["plum", 3], ["plum", "apple", "apple"], {}]
)
def test_json_that_is_no_pair_is_not_read(thing: object) -> None:
    assert Pair(Fruit).read_json(thing) is None
