"""Bots say after the match what they believed and why they moved, from a record that is kept with each action. Nobody is told before."""

from __future__ import annotations

import json
from typing import Any

import pytest

import topsecret
from tests.server.people import House
from topsecret import bots
from topsecret.bots import why
from topsecret.bots.greedy import Greedy
from topsecret.kernel.words import reason
from topsecret.table import records as r
from topsecret.table.state import TableState


async def played(house: House, moves: int | None = None) -> tuple[Any, Any]:
    host = await house.person().make("spies", seats=2, bots=["easy"], name="Ada", start=True)
    line = await host.connect()
    while line.view["result"] is None and moves != 0:
        await line.wait_for_my_turn()
        if line.view["result"] is None:
            await line.act_any()
            moves = None if moves is None else moves - 1
    return host, line


async def test_after_the_match_a_bot_explains_every_decision_of_its_own(house: House) -> None:
    host, _ = await played(house)
    at = f"/api/tables/{host.code}/replay"
    theirs = await host.get(f"{at}?eyes=1")
    numbers = [one["n"] for one in theirs["thoughts"]]
    events = [event for step in theirs["steps"] for event in step["events"]]
    chosen = [n for n, event in enumerate(events, 1) if event["event"] in ("move", "place_safe") and event["seat"] == 1]
    assert chosen and set(chosen) <= set(numbers) and numbers == sorted(numbers)
    game = topsecret.game("spies")
    for thought in theirs["thoughts"]:
        assert thought["seat"] == 1 and thought["why"]
        for language in ("en", "de", "fr", "it"):
            said = [reason(game, key, params, str, language) for key, params in thought["why"]]
            assert all(sentence and "why." not in sentence and "{" not in sentence for sentence in said)
    every = await host.get(f"{at}?eyes=all")
    assert [one["why"] for one in every["thoughts"]] == [one["why"] for one in theirs["thoughts"]]
    for eyes in ("0", "spectator"):
        assert (await host.get(f"{at}?eyes={eyes}"))["thoughts"] == []


async def test_while_the_match_runs_nobody_hears_what_a_bot_thinks(house: House) -> None:
    host, line = await played(house, moves=3)
    state = house.table(host.code).state
    assert state.status == "playing" and state.thoughts
    for eyes in ("0", "spectator"):
        assert (await host.get(f"/api/tables/{host.code}/replay?eyes={eyes}"))["thoughts"] == []
    told = json.dumps(line.heard)
    assert '"why"' not in told and "glance" not in told


async def test_what_a_bot_thought_survives_a_restart(house: House) -> None:
    host, _ = await played(house, moves=3)
    before = house.table(host.code).state
    entries, kept = await house.server.house.log.read(host.code)
    again = TableState.of(entries, kept)
    assert again.thoughts == before.thoughts != []


def test_a_record_from_before_there_were_thoughts_can_be_read() -> None:
    record = r.read("acted", b'{"seat":1,"client":"","id":0,"lines":[],"hashes":[]}')
    assert isinstance(record, r.Acted) and record.why == []


def test_a_record_is_small() -> None:
    class Talker:
        def explain(self) -> why.Why:
            return [("won", {"percent": 100, "simulations": 1, "more": "x" * 200})] * 50

    said = why.explained(Talker())
    assert 0 < len(said) <= why.MOST_SENTENCES and len(json.dumps(said)) <= why.MOST_BYTES
    assert why.explained(object()) == []


@pytest.mark.parametrize("game", [game for game in topsecret.games() if not game.State.timed], ids=lambda game: game.id)
def test_what_a_bot_says_fits_what_it_may_know_and_has_words(game: topsecret.Game) -> None:
    """It is made from the view of its seat; every key is declared, with what fills it."""
    explain: Any = bots.registry.module_of(game, "explain")
    known = why.KEYS | explain.KEYS
    match = game.match(seats=min(3, max(game.seats)), seed="said")
    players = [Greedy(game, str(seat)) for seat in range(match.seats)]
    said = 0
    for _ in range(25):
        if match.over:
            break
        seat = match.actors[0]
        bots.act(match, seat, players[seat], bots.Budget())
        for key, params in why.explained(players[seat]):
            said += 1
            assert params.keys() == known[key]
            assert "?" not in reason(game, key, params).replace('"?"', "")
    assert said > 10
