"""A lit thing on the board is a promise: aiming a card by lit agents and places leads to every way to play it, and to nothing else."""

import json
import random
from typing import Any

import topsecret
from topsecret import Match

from .in_node import call

Aim = dict[str, Any]
NOTHING: Aim = {"agents": [], "building": None}


def positions_with_cards() -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The view and the ways to play one card, for two positions of each of the fifteen."""
    choice = random.Random(9)
    found: dict[str, list[tuple[dict[str, Any], list[dict[str, Any]]]]] = {}
    for number in range(24):
        match = Match.new(
            topsecret.game("spies"), choice.randint(2, 5), {"cards": True}, f"aim {number}", "fair", None, ()
        )
        while not match.over and sum(map(len, found.values())) < 30:
            seat = choice.choice(match.actors)
            legal = match.legal(seat)
            if match.view(seat)["phase"] == "card part":
                actions = [move.json for move in legal]
                for kind in {one["action"] for one in actions} - {"pass_by", "done"}:
                    if len(found.setdefault(kind, [])) < 2:
                        found[kind].append((match.view(seat), [one for one in actions if one["action"] == kind]))
            match.play(seat, choice.choice(legal))
    assert len(found) == 15
    return [case for cases in found.values() for case in cases]


def test_lit_things_lead_to_every_way_to_play_a_card_and_to_nothing_else() -> None:
    cases = positions_with_cards()
    aimed: list[set[str]] = [set() for _ in cases]
    open_aims: list[tuple[int, Aim]] = [(number, NOTHING) for number in range(len(cases))]
    for _ in range(4):  # at most two agents and a place, and then nothing is lit
        calls = []
        for number, aim in open_aims:
            view, ways = cases[number]
            calls += [["aimed", view, ways, aim], ["litAgents", ways, aim], ["litBuildings", view, ways, aim]]
        answers = call("targets.ts", calls)
        further: list[tuple[int, Aim]] = []
        for place, (number, aim) in enumerate(open_aims):
            action, agents, buildings = answers[3 * place : 3 * place + 3]
            assert action or agents or buildings, (cases[number][1][0]["action"], aim)
            if action:
                aimed[number].add(json.dumps(action, sort_keys=True))
            further += [(number, {"agents": [*aim["agents"], agent], "building": None}) for agent in agents]
            if aim["building"] is None:
                further += [(number, {"agents": aim["agents"], "building": building}) for building in buildings]
        open_aims = further
    assert open_aims == []
    for (_, ways), found in zip(cases, aimed, strict=True):
        assert found == {json.dumps(action, sort_keys=True) for action in ways}
