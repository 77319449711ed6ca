"""The notebook and the odds of a line (B9.1), against lists of all deals on a small box."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

import topsecret
from topsecret.kernel.errors import HelpOff, UnknownTopic

GAME = topsecret.game("briefcase")
TRIO = ("rook", "runner", "?")


def begun(seed: str, **options: Any) -> topsecret.Match:
    match = GAME.match(options={"box": "trio"} | options, seed=seed)
    while match.view()["phase"] == "order":
        match.play(match.actors[0], "order yes")
    return match


def deals_that_agree(match: topsecret.Match, seat: int) -> list[dict[str, str]]:
    """By the rules alone: a deal agrees if each answer would have been given by it, the "?" apart."""
    found = []
    for deal in permutations(TRIO):
        spies = dict(zip("123", deal))
        if all(spies[spy] in can for spy, can in match.view(seat)["can_be"][seat].items() if spy in spies):
            found.append(spies)
    return found


def test_B9_1_the_notebook_counts_every_deal_that_agrees_once() -> None:
    for seed in range(12):
        match, rng = begun(f"book {seed}"), random.Random(seed)
        for _ in range(12):
            if match.over:
                break
            for seat in (0, 1):
                book, deals = match.help(seat, "notebook"), deals_that_agree(match, seat)
                assert book["mine"]["of"] == len(deals)
                for spy, pieces in book["mine"]["spies"].items():
                    told = [deal[spy] for deal in deals]
                    assert pieces == {piece: told.count(piece) for piece in TRIO if piece in told}
                assert book["mine"] == match.help(1 - seat, "notebook")["theirs"]
            match.play(match.actors[0], rng.choice(match.legal(match.actors[0])))


def test_B9_1_the_odds_of_a_line_are_a_range_because_of_the_double_agent() -> None:
    """In deals where a spy is something else, its answer is certain: asked of the rules, with that piece shown."""
    match = begun("odds", starter=0)
    spy, square = "1", match.view(0)["place"][0]["1"]
    odds = match.help(0, "lines", f"mine {spy}")
    deals = deals_that_agree(match, 0)
    assert odds["of"] == len(deals) == 6
    start = match.truth()
    for line in [move for move in match.legal(0) if move.family == "move" and str(move).startswith(f"{square} ")]:
        yes = 0
        for deal in deals:
            if deal[spy] != "?":
                start["piece"][0] = {**start["piece"][0], **deal}
                told = GAME.match(start=start, options=match.options).play(0, line)
                yes += any(event["event"] == "answered" and event["reply"] == "yes" for event in told)
        assert odds["lines"][line.params["line"]] == {"least": yes, "most": yes + 2, "truly": None}


def test_B4_2_the_odds_are_told_of_lines_that_everyone_can_see_to_be_possible() -> None:
    match = begun("odds", starter=0)
    for spy in match.help(0, "notebook")["mine"]["spies"]:
        square = match.view(0)["place"][0][spy]
        legal = {move.params["line"] for move in match.legal(0) if move.family == "move"}
        told = set(match.help(0, "lines", f"mine {spy}")["lines"])
        assert told == {line for line in legal if line.startswith(f"{square} ")} and told


def test_B3_2_the_true_answers_of_the_opponents_spies_are_told_and_those_of_the_double_agent_are_open() -> None:
    match = begun("truth", starter=0)
    for spy, piece in [(spy, match.view(1)["piece"][0][spy]) for spy in "123"]:
        told = match.help(1, "lines", f"theirs {spy}")["lines"]
        assert {line: odds["least"] for line, odds in told.items()} == {
            line: odds["least"] for line, odds in match.help(0, "lines", f"mine {spy}")["lines"].items()
        }
        for line, odds in told.items():
            if piece == "?":
                assert odds["truly"] is None
            else:
                copy = match.fork()
                answers = [event for event in copy.play(0, line) if event["event"] == "answered"]
                assert odds["truly"] == (answers[0]["reply"] == "yes")


def test_B9_1_every_answer_says_which_pieces_it_rules_out() -> None:
    """All of them together leave what the spy can be."""
    match, rng = begun("why", starter=0), random.Random(1)
    while not match.over and len(match.events(0)) < 120:
        match.play(match.actors[0], rng.choice(match.legal(match.actors[0])))
        for half, side in (("mine", 0), ("theirs", 1)):
            for spy in "123":
                out = {piece for answer in match.help(0, "why", f"{half} {spy}") for piece in answer}
                assert set(TRIO) - out == set(match.view(0)["can_be"][side][spy])


def test_help_is_refused_where_the_table_plays_without() -> None:
    for level in ("off", "manual"):
        with pytest.raises(HelpOff, match=level):
            begun("off", notebook=level).help(0, "notebook")
    with pytest.raises(HelpOff, match="spectator"):
        GAME.help(begun("watch").view(), [], "notebook")
    for topic, about in (
        ("odds", ""),
        ("lines", "mine 9"),
        ("lines", "1"),
        ("notebook", "1"),
        ("lines", 3),
        (None, ""),
    ):
        with pytest.raises(UnknownTopic):
            begun("no").help(0, topic, about)  # type: ignore[arg-type]
