"""At 80x24 nothing that is needed is cut: the board, the question with its choices and the line to type on fit, at the worst of times."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest

import topsecret
from topsecret import bots
from topsecret.bots.live import Live
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match
from topsecret.terminal.display import display_of
from topsecret.terminal.keys import Lines
from topsecret.terminal.live import LiveSession, live_display
from topsecret.terminal.screen import Screen
from topsecret.terminal.session import Session, seat_names
from topsecret.terminal.speech import languages

TURNS = [
    ("spies", 7, {"cards": True, "dossier": True}),
    ("spies", 2, {"cards": True}),
    ("briefcase", 2, {}),
    ("briefcase", 2, {"answers": "manual", "safe_extraction": True}),
    ("intel", 2, {"smuggler": "sideways"}),
]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")


def session(game: Game, match: Match, me: int = 0, language: str = "en") -> Session:
    names = seat_names(match.seats, me, "Moneypenny12")
    display = display_of(game, names, me, language)
    screen = Screen(display.styles, out=io.StringIO(), typed=io.StringIO(), is_live=True, language=language)
    return Session(match, me, {}, display, names, screen)


def rows(sitting: Session, is_open: bool) -> int:
    """How many rows a question takes with the board above it, and the line to type on."""
    view, legal = sitting.match.view(sitting.me), sitting.match.legal(sitting.me)
    asked = sitting._question(sitting.display.menu(view, legal))
    left = 24 - sitting.screen.rows(asked) - 1
    return 24 - left + sitting.screen.rows(sitting.display.screen(view, 80, left, is_open))


@pytest.mark.parametrize(("id", "seats", "options"), TURNS, ids=str)
def test_the_board_and_the_question_fit_all_game_long(id: str, seats: int, options: dict[str, Any]) -> None:
    game = topsecret.game(id)
    match = game.match(seats, options, f"small {id}")
    rng = random.Random(id)
    sittings = {language: session(game, match, language=language) for language in languages()}
    worst: dict[tuple[str, str], int] = {}
    for _ in range(400):
        if match.over:
            break
        seat = match.actors[0]
        if 0 in match.actors:
            phase = match.view(0)["phase"]
            for language, sitting in sittings.items():
                taken = [rows(sitting, False), *([rows(sitting, True)] if language == "en" else [])]
                worst[phase, language] = max([worst.get((phase, language), 0), *taken])
        bot = bots.make("random", game, str(rng.random()))
        match.play(seat, bot.choose(match.view(seat), match.events(seat), match.legal(seat), bots.Budget()))
    assert worst and max(worst.values()) <= 24, worst


def test_with_a_full_hand_the_text_of_every_card_is_shown() -> None:
    """Four cards, seven seats: when one moves, when everybody is asked, and when one plays."""
    game = topsecret.game("spies")
    longest = ["decoy", "swap", "asylum", "tip-off"]
    for phase in ("move", "poll"):
        match = game.match(7, {"cards": True, "dossier": True, "starter": 0}, "cards")
        sitting = session(game, match)
        view = match.view(0) | {"phase": phase, "die": "1-3", "reached": ["red", "blue", "green"]}
        view["hand"] = [dict.fromkeys(longest, 1), *view["hand"][1:]]
        view["marker"] = dict(zip(view["marker"], (38, 31, 29, 26, 22, 17, 10)))
        asked = sitting._question(sitting.display.menu(view, match.legal(0) if phase == "move" else yes_no(game)))
        left = 24 - sitting.screen.rows(asked) - 1
        board = sitting.display.screen(view, 80, left, False)
        shown = "\n".join(sitting.screen.text(line).plain for line in board)
        for card in longest:
            assert sitting.display.labels.effect(card) in shown, (phase, card)  # type: ignore[attr-defined]
        assert sitting.screen.rows(board) <= left


def yes_no(game: Game) -> list[Any]:
    return [game.actions.read(text) for text in ("yes", "no")]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seats", [3, 8])
def test_the_message_line_and_the_keys_of_a_game_in_time_are_on_the_screen(seats: int, language: str) -> None:
    game = topsecret.game("paris")
    live = Live(game.match(seats, {"starter": 0}, "small"), dict.fromkeys(range(1, seats), "attentive"), "small")
    display = live_display(game, seat_names(seats, 0, "Moneypenny12"), 0, language)
    screen = Screen(display.styles, out=io.StringIO(), typed=io.StringIO(), is_live=True, language=language)
    table = LiveSession(live, display, screen, Lines(io.StringIO()), 0)
    table.note = "your eyes have just moved and still rest, as those of everybody do who has looked (P3.1)"
    for at in range(0, 60_000, 500):
        live.advance(at)
        if live.match.over:
            break
        lines = table.lines(at)
        assert screen.rows(lines) <= 24
        assert any(table.note in line for line in lines) and any("[typed]q q[/]" in line for line in lines)
        assert max(screen.text(line).cell_len for line in display.table(live.match.view(0), at)[:-1]) <= 80
