"""Bots: found without a list, given only what a seat may know, always legal, and greedy is better than luck."""

from __future__ import annotations

import hashlib
import json
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
    assert bots.names(SPIES) == ["random", "easy", "greedy", "medium", "hard"]
    assert bots.usual(SPIES) == "medium"


def test_a_game_without_a_judge_has_no_greedy() -> None:
    games = [thing for thing in vars(mirror).values() if isinstance(thing, topsecret.Game)]
    assert all(bots.names(game) == ["random"] for game in games)


def test_an_unknown_bot_is_refused() -> None:
    expected = "bot: expected one of random, easy, greedy, greedy1, search, medium, hard; got 'deep blue'"
    with pytest.raises(topsecret.BadOptions, match=expected):
        bots.make("deep blue", SPIES, "x")


# What `greedy1` did when it was frozen, as a hash of a whole game of it against itself. If this changes, no figure that was ever
# measured against it means anything any more: mend what changed it.
FROZEN = {"spies": "0a00c61f21439be9", "briefcase": "29eab7d9c8d10b8e", "intel": "805068f3dba2b743"}


def test_people_do_not_meet_the_bot_that_is_measured_against() -> None:
    assert [game.id for game in topsecret.games() if "greedy1" in bots.every(game)] == sorted(FROZEN)
    assert not any("greedy1" in bots.names(game) for game in topsecret.games())


@pytest.mark.parametrize("id", FROZEN)
def test_greedy1_never_changes(id: str) -> None:
    game = topsecret.game(id)
    options = {"cards": True, "dossier": True} if id == "spies" else {}
    match, _ = play_one(game, game.usual_seats, options, "frozen", ["greedy1"], Budget())
    assert hashlib.sha256(repr(list(match.log())).encode()).hexdigest()[:16] == FROZEN[id]


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
