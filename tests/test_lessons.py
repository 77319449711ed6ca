"""Every lesson of every game is solved by its recorded solution, typical wrong tries get the right reaction, and all of it has words."""

from __future__ import annotations

import json
import string

import pytest

import topsecret
from topsecret.kernel.exercise import exercise
from topsecret.kernel.lesson import SAID, Lesson, lessons_of, rehearse
from topsecret.kernel.registry import module_of

GAMES = topsecret.games()
LESSONS = [(game, lesson) for game in GAMES for lesson in lessons_of(game)]
SAID_BY_THE_SHELL = {f"name{seat}" for seat in range(8)}  # who sits where
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
each_lesson = pytest.mark.parametrize(
    ("game", "lesson"), LESSONS, ids=[f"{game.id}-{lesson.key}" for game, lesson in LESSONS]
)


def words(game: topsecret.Game, language: str) -> dict[str, str]:
    assert game.folder is not None
    found: dict[str, str] = json.loads((game.folder / "web" / f"strings.{language}.json").read_text(encoding="utf-8"))
    return found


def languages(game: topsecret.Game) -> list[str]:
    assert game.folder is not None
    return sorted(path.name.split(".")[1] for path in (game.folder / "web").glob("strings.*.json"))


@each_game
def test_a_game_has_six_to_ten_lessons_with_keys_of_their_own(game: topsecret.Game) -> None:
    keys = [lesson.key for lesson in lessons_of(game)]
    assert 6 <= len(keys) <= 10
    assert len(keys) == len(set(keys))
    assert module_of(game, "lessons") is not None


@each_lesson
def test_its_recorded_solution_solves_it(game: topsecret.Game, lesson: Lesson) -> None:
    posed = exercise(game, f"lesson/{lesson.key}")
    assert not rehearse(game, posed, ()).done, "it is not done before anything was done"
    assert rehearse(game, posed, lesson.solution).done


@each_lesson
def test_wrong_tries_get_the_right_reaction(game: topsecret.Game, lesson: Lesson) -> None:
    posed = exercise(game, f"lesson/{lesson.key}")
    assert lesson.wrong
    for wrong in lesson.wrong:
        found = rehearse(game, posed, wrong.steps)
        assert (found.done, found.word) == (False, f"lesson.{lesson.key}.{wrong.word}"), wrong.steps


@each_lesson
def test_all_that_is_said_has_words_in_every_language(game: topsecret.Game, lesson: Lesson) -> None:
    posed = exercise(game, f"lesson/{lesson.key}")
    reactions = {found.word: set(found.params) for found in (rehearse(game, posed, one.steps) for one in lesson.wrong)}
    needed = [f"lesson.{lesson.key}", *(f"lesson.{lesson.key}.{part}" for part in SAID), *reactions, *lesson.choices]
    for language in languages(game):
        strings = words(game, language)
        assert [key for key in needed if not strings.get(key)] == [], language
        for key, params in reactions.items():
            named = {name for _, name, _, _ in string.Formatter().parse(strings[key]) if name}
            assert named <= params | SAID_BY_THE_SHELL, (language, key)


@each_game
def test_no_words_of_lessons_are_left_over(game: topsecret.Game) -> None:
    keys = {lesson.key for lesson in lessons_of(game)}
    assert {key.split(".")[1] for key in words(game, "en") if key.startswith("lesson.")} <= keys
