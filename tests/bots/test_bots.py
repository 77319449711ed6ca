"""Bots: found without a list, given only what a seat may know, always legal, and greedy is better than luck."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

import topsecret
from tests.probes import mirror
from topsecret import bots
from topsecret.bots import Budget
from topsecret.lab.selfplay import play_one, selfplay

SPIES = topsecret.game("spies")
VARIANTS: list[dict[str, Any]] = [{}, {"cards": True}, {"dossier": True}, {"cards": True, "dossier": True}]


def test_bots_are_found() -> None:
    assert bots.names(SPIES) == ["greedy", "random"]
    assert bots.best(SPIES) == "greedy"


def test_a_game_without_a_judge_has_no_greedy() -> None:
    games = [thing for thing in vars(mirror).values() if isinstance(thing, topsecret.Game)]
    assert all(bots.names(game) == ["random"] for game in games)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(topsecret.BadOptions, match=r"bot: expected one of greedy, random; got 'deep blue'"):
        bots.make("deep blue", SPIES, "x")


@pytest.mark.parametrize("name", bots.names(SPIES))
@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_a_bot_chooses_a_legal_action_from_plain_json(name: str, options: dict[str, Any], seats: int) -> None:
    """What a bot gets went through JSON: there is no way to a state in it."""
    match = SPIES.match(seats=seats, options=options, seed=f"{name}{seats}")
    players = [bots.make(name, SPIES, str(seat)) for seat in range(seats)]
    for _ in range(2000):
        if match.over:
            break
        seat = match.actors[-1]
        legal = match.legal(seat)
        view, seen = json.loads(json.dumps([match.view(seat), match.events(seat)]))
        move = players[seat].choose(view, seen, legal, Budget())
        assert move in legal
        match.play(seat, move)
    assert match.over


def test_the_same_seed_plays_the_same_game() -> None:
    logs = [
        list(play_one(SPIES, 4, {"cards": True}, "same", ["greedy", "random"], Budget())[0].log()) for _ in range(2)
    ]
    assert logs[0] == logs[1]


def test_greedy_hides_a_little() -> None:
    """Among nearly equal movements luck decides: not every seed moves alike."""
    match = SPIES.match(seats=4, seed="haze", options={"starter": 0})
    view, legal = match.view(0), match.legal(0)
    chosen = {str(bots.make("greedy", SPIES, str(seed)).choose(view, [], legal, Budget())) for seed in range(20)}
    assert len(chosen) > 1


def test_greedy_hands_in_a_dossier_that_is_allowed() -> None:
    match, _ = play_one(SPIES, 7, {"dossier": True}, "dossier", ["greedy"], Budget())
    assert match.result is not None
    assert sum(text == "hand in" for _, text in match.log()) == 7


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    report = selfplay(SPIES, 60, 4, "strength", {}, ["greedy", "random", "random", "random"])
    assert report["by_seat"][0]["share"] > 0.6


def test_greedy_is_quick() -> None:
    """924 movements in some milliseconds. The fastest of several tries: other work on the machine is not the bot's."""
    match = SPIES.match(seats=4, options={"starter": 0}, chance="manual")
    while match.actors == (topsecret.CHANCE,):
        outcomes = [str(move) for move in match.legal(topsecret.CHANCE)]
        match.play(topsecret.CHANCE, "roll 6" if "roll 6" in outcomes else outcomes[0])
    view, legal, bot = match.view(0), match.legal(0), bots.make("greedy", SPIES, "quick")
    assert len(legal) == 924
    taken = []
    for _ in range(5):
        begun = time.perf_counter()
        bot.choose(view, [], legal, Budget())
        taken.append(time.perf_counter() - begun)
    assert min(taken) < 0.1
    print(f"924 movements weighed in {min(taken) * 1000:.1f} ms")


def test_random_finishes_a_draft_of_somebody_else() -> None:
    """Whatever was written before, it comes to an end."""
    match = SPIES.match(seats=3, options={"dossier": True, "starter": 0}, seed="draft")
    players = [bots.make("random", SPIES, str(seat)) for seat in range(3)]
    while not match.over and match.view()["phase"] != "dossier":
        bots.act(match, match.actors[0], players[match.actors[0]], Budget())
    for move in match.legal(0):
        if move.family == "write" and move.params["guess"] == "seat 1":
            match.play(0, move)
    while 0 in match.actors and match.view()["phase"] == "dossier":
        bots.act(match, 0, players[0], Budget())
    assert match.view()["handed_in"][0]


def test_selfplay_reports() -> None:
    report = selfplay(SPIES, 6, 3, "report", {"cards": True}, ["random"])
    assert report["games"] == 6 and report["length"]["least"] <= report["length"]["mean"] <= report["length"]["most"]
    assert sum(row["share"] for row in report["by_seat"]) * 6 + report["nobody_won"] == pytest.approx(6)
    assert sum(reason["games"] for reason in report["reasons"]) == 6
    assert json.loads(json.dumps(report)) == report
    with pytest.raises(topsecret.BadOptions):
        selfplay(SPIES, 0, 3, "report", {}, ["random"])
