"""What is true of cases of every game: the day fixes them, seeds give the same again, and what they say has words."""

from __future__ import annotations

import datetime
import importlib
import json
import string
from typing import Any

import pytest

from topsecret.kernel.cases import (
    DIFFICULTIES,
    Lot,
    Says,
    attempt,
    case,
    case_of_the_day,
    has_cases,
    in_words,
    read_date,
    seed_of_the_day,
    shipped,
)
from topsecret.kernel.errors import BadCase, UnknownGame
from topsecret.kernel.match import load
from topsecret.kernel.registry import game, ids

GAMES = [id for id in ids() if has_cases(id)]
each_game = pytest.mark.parametrize("id", GAMES)


def sayings(found: Any) -> list[Says]:
    puzzle = found.puzzle
    labels = [blank.label for blank in puzzle.blanks]
    return [
        puzzle.question,
        puzzle.about,
        Says("case.evidence"),
        *labels,
        *puzzle.hints,
        *(s.says for s in puzzle.proof),
    ]


def test_the_lot_draws_the_same_everywhere() -> None:
    lot = Lot("a text")
    assert [lot.below(1000) for _ in range(6)] == [
        Lot("a text").below(1000),
        *[lot_at("a text", n) for n in range(1, 6)],
    ]
    assert Lot("a text").shuffled(range(8)) == Lot("a text").shuffled(range(8))
    assert sorted(Lot("b").shuffled("abcdef")) == list("abcdef")
    assert {Lot(f"{n}").weighed([0, 3, 0, 1]) for n in range(40)} == {1, 3}


def lot_at(text: str, number: int) -> int:
    lot = Lot(text)
    lot.drawn = number
    return lot.below(1000)


@each_game
def test_a_seed_gives_the_same_case_again(id: str) -> None:
    difficulty, seed = seed_of_the_day(id, datetime.date(2026, 11, 18))
    one, again = attempt(id, difficulty, seed, 0), attempt(id, difficulty, seed, 0)
    assert one is not None and again is not None and one is not again
    assert one.puzzle.match.save() == again.puzzle.match.save()
    assert one.puzzle[1:] == again.puzzle[1:]


@each_game
def test_listed_seeds_give_a_case_at_the_first_try_and_no_seed_comes_twice(id: str) -> None:
    for difficulty in DIFFICULTIES:
        seeds = shipped(id)[difficulty]
        assert len(set(seeds)) == len(seeds) >= 70
        for seed in seeds[:2]:
            assert attempt(id, difficulty, seed, 0) is not None


@each_game
def test_the_case_of_the_day_hangs_on_the_day_alone(id: str) -> None:
    days = [datetime.date(2026, 11, 16) + datetime.timedelta(days=n) for n in range(364)]
    found = [seed_of_the_day(id, day) for day in days]
    assert [difficulty for difficulty, _ in found[:7]] == ["easy", "easy", "medium", "medium", "medium", "hard", "hard"]
    assert seed_of_the_day(id, days[9]) == found[9]
    easy = [seed for difficulty, seed in found if difficulty == "easy"]
    assert len(set(easy[:100])) == 100, "no case comes again within a year of Mondays and Tuesdays"
    assert case_of_the_day(id, days[2]).difficulty == "medium"


@each_game
def test_a_case_is_a_match_that_can_be_played_again_and_shows_its_seat_no_answer(id: str) -> None:
    for difficulty in DIFFICULTIES:
        puzzle = case(id, difficulty, shipped(id)[difficulty][0]).puzzle
        assert load(puzzle.match.save()).truth() == puzzle.match.truth()
        seen = puzzle.match.events(puzzle.seat)
        assert all(1 <= number <= len(seen) for number in puzzle.evidence)
        assert not puzzle.blanks or all(set(step.says.events) <= set(puzzle.evidence) for step in puzzle.proof)
        for blank, right in zip(puzzle.blanks, puzzle.answer, strict=bool(puzzle.blanks)):
            assert right in [choice.value for choice in blank.choices]
        assert len(puzzle.hints) == 3


@each_game
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_that_a_case_says_has_words_and_every_word_is_said(id: str, language: str) -> None:
    words = game(id).words(language)
    said = set()
    for difficulty in DIFFICULTIES:
        for seed in shipped(id)[difficulty][:12]:
            found = case(id, difficulty, seed)
            for says in sayings(found):
                variants = [key for key in words.strings if key == says.key or key.startswith(f"{says.key}.")]
                assert variants, says.key
                said |= set(variants)
                named = {name for _, name, _, _ in string.Formatter().parse(words.strings.get(says.key, "")) if name}
                assert named <= says.params.keys(), says.key
                assert "@" not in in_words(words, says) and "{" not in in_words(words, says)
            said |= {choice.key for blank in found.puzzle.blanks for choice in blank.choices}
    assert [
        key for key in words.strings if key.startswith("case.") and not key.startswith("case.log.") and key not in said
    ] == []


@pytest.mark.parametrize("text", ["", "2026-13-01", "yesterday", "20261118", "2026-11-18T00", "2026-W47-3"])
def test_what_is_no_day_is_refused(text: str) -> None:
    with pytest.raises(BadCase, match="date: expected a day as 2026-11-18"):
        read_date(text)


def test_what_is_no_case_is_refused() -> None:
    for difficulty, seed, words in (("harder", 1, "difficulty"), ("hard", -1, "seed"), ("hard", 10**10, "seed")):
        with pytest.raises(BadCase, match=words):
            case(GAMES[0], difficulty, seed)
    with pytest.raises(UnknownGame):
        case("chess", "hard", 1)


def test_every_file_of_seeds_is_a_plain_list() -> None:
    for id in GAMES:
        module = importlib.import_module(f"topsecret.games.{id}.case_seeds")
        assert json.loads(json.dumps(module.SEEDS)).keys() == set(DIFFICULTIES)
