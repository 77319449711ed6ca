"""`topsecret learn GAME`: the lessons at a keyboard, by hand, wrongly, and as they are shown."""

from __future__ import annotations

import argparse
from io import StringIO

import pytest

import topsecret
from topsecret.cli import main
from topsecret.kernel.lesson import lessons_of
from topsecret.terminal.learn import run
from topsecret.terminal.screen import Screen


def learn(game: str, typed: str, lesson: str | None = None, language: str = "en") -> str:
    out = StringIO()
    screen = Screen({}, out, StringIO(typed), is_live=False, language=language)
    assert run(argparse.Namespace(game=game, lesson=lesson, lang=language), screen) == 0
    return out.getvalue()


@pytest.mark.parametrize("game", topsecret.games(), ids=lambda game: game.id)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_lesson_is_shown_to_its_end(game: topsecret.Game, language: str) -> None:
    said = learn(game.id, "show\n\n" * len(lessons_of(game)), language=language)
    words = game.words(language).strings
    for lesson in lessons_of(game):
        assert words[f"lesson.{lesson.key}"] in said
    assert said.count("✓") >= len(lessons_of(game))


def test_a_lesson_is_done_by_hand_after_a_wrong_try() -> None:
    said = learn("spies", "blue+4\n\nagain\nred+2 blue+2\n\n\nq\n", "scoring")
    assert "Nobody reached the safe" in said
    assert "✓ Scoring!" in said
    assert "3/8" in said, "the next lesson comes after it"


def test_a_question_is_answered_by_its_number() -> None:
    said = learn("intel", "2\n1\n\nq\n", "dice")
    assert said.index("Odd is down left.") < said.index("✓ Down left, to F3.")


def test_with_time_enter_lets_a_second_pass() -> None:
    said = learn("paris", "look green\nwink green\n\n\n\nwink green\n\nq\n", "wink")
    assert said.index("looked elsewhere") < said.index("✓ Seen.")


def test_what_is_not_there_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "spies", "--lesson", "chess"]) != 0
    assert "expected one of spread, scoring" in capsys.readouterr().err
