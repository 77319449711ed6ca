"""Corners of the kernel that play seldom gets to: sets as parameters, full caches, matches that can only be looked at, words of errors."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import topsecret
from tests.broken import base
from tests.kernel.test_feed import Follower, go_on
from topsecret.kernel import HIDDEN, AnyOf, Game, Names, visibility
from topsecret.kernel.errors import BadFile, BadPosition, DeclarationError, HelpOff, ReadOnly, UnknownTopic
from topsecret.kernel.feed import Feed
from topsecret.kernel.match import CHANCE
from topsecret.kernel.menu import Choice, Menu, numbered
from topsecret.kernel.names import by_text
from topsecret.kernel.seen_log import standing

INTEL = topsecret.game("intel")


class Colour(Names):
    RED = 0
    DARK_BLUE = 1
    GREEN = 2


def test_any_set_of_names_can_be_written_and_read() -> None:
    part = AnyOf(Colour)
    for value in range(part.size):
        words = part.text(value).split()
        assert (value, len(words)) in list(part.read_words(words, 0))
        assert part.read_json(part.json(value)) == value
    assert part.text(0) == "none"
    for wrong in ("red", ["pink"], ["red", "red"], None):
        assert part.read_json(wrong) is None


@pytest.mark.parametrize(("id", "seats"), [("spies", 3), ("paris", 4), ("briefcase", 2)])
def test_full_caches_change_nothing_that_anybody_is_told(id: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_REMEMBERED", "MOST_QUESTIONS", "MOST_ALIKE"):
        monkeypatch.setattr(visibility, name, 2)
    match = topsecret.game(id).match(seats, seed="full")
    followers = [Follower(match, feed, seat) for feed in [Feed(match)] for seat in (None, *range(seats))]
    rng = random.Random(id)
    for _ in range(40):
        going = go_on(match, rng)
        for follower in followers:
            follower.catch_up()
            follower.check_whole()
        if not going:
            break


def test_a_hidden_cell_is_itself_when_it_is_copied() -> None:
    assert copy.copy(HIDDEN) is HIDDEN and copy.deepcopy([HIDDEN])[0] is HIDDEN and repr(HIDDEN) == "HIDDEN"


def test_a_match_that_can_only_be_looked_at_refuses_everything_else() -> None:
    match = INTEL.match(options={"starter": 0}, seed="stopped")
    match.play(0, "end turn")
    saved = match.save()
    saved["rules"], saved["hashes"][-1] = (
        99,
        "0" * len(saved["hashes"][-1]),
    )  # made with other rules, which led elsewhere
    match = topsecret.load(saved)
    for deed in (
        lambda: match.preview(0, "end turn"),
        lambda: match.act(0, "end turn"),
        lambda: match.play(0, "end turn"),
        lambda: match.undo(0),
    ):
        with pytest.raises(ReadOnly):
            deed()


def test_chance_has_nothing_to_choose_while_somebody_else_decides() -> None:
    match = INTEL.match(seed="mine", chance="manual")
    while match.actors == (CHANCE,):
        match.play(CHANCE, match.legal(CHANCE)[0])
    assert match.legal(CHANCE) == []


def test_a_spectator_gets_no_help_and_a_wrong_topic_is_named() -> None:
    match = INTEL.match(seed="help")
    with pytest.raises(HelpOff, match="spectator"):
        INTEL.help(match.view(), match.events(), "trickle")
    with pytest.raises(UnknownTopic, match="trickle about 'x'"):
        match.help(0, "trickle", "x")
    with pytest.raises(HelpOff, match="this one has off"):
        INTEL.match(options={"help": "off"}, seed="help").help(0, "trickle")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"State": int}, "State"),
        ({"Refusal": int}, "Refusal"),
    ],
)
def test_a_game_that_is_declared_wrongly_is_named(change: dict[str, Any], words: str) -> None:
    state = type("Declared", (), {**vars(base), **change, "__name__": "declared"})
    with pytest.raises(DeclarationError, match=words):
        Game("declared", state, base, base)  # type: ignore[arg-type]


def test_help_needs_its_option() -> None:
    with pytest.raises(DeclarationError, match="needs an option"):
        Game("helpless", base, base, base, help=type("H", (), {"TOPICS": {"x": 1}, "HELP_OPTION": "hints"}))  # type: ignore[arg-type]


def test_a_view_that_was_edited_cannot_be_sketched() -> None:
    view = topsecret.game("spies").match(2, seed="view").view(0)
    with pytest.raises(BadPosition, match="safe"):
        topsecret.game("spies").sketch(view | {"safe": "moon"})


def test_two_names_with_the_same_text_are_refused() -> None:
    class Twice(Names):
        SO_SO = 0
        SO__SO = 1

        @property
        def text(self) -> str:
            return "so so"

    with pytest.raises(DeclarationError, match="same text"):
        by_text(Twice)


def test_choices_keep_their_own_numbers_and_the_others_get_what_is_free() -> None:
    menu = Menu("?", [Choice((key,), key, "x") for key in ("2", "a", "b")])
    assert [number for number, _ in numbered(menu)] == ["2", "1", "3"]


def test_what_was_undone_is_left_out_of_a_seen_log() -> None:
    told: list[dict[str, Any]] = [{"event": "a"}, {"event": "b"}, {"event": "undone", "events": [2]}, {"event": "c"}]
    assert [event["event"] for event in standing(told)] == ["a", "c"]
    numbered = [event | {"n": n + 7} for n, event in enumerate(told)]
    numbered[2]["events"] = [8]
    assert [event["event"] for event in standing(numbered)] == ["a", "c"]


def test_a_file_without_a_game_is_refused() -> None:
    saved = INTEL.match(seed="file").save()
    with pytest.raises(BadFile, match="game"):
        topsecret.load(saved | {"game": 7})
