"""What the browser shows at the end is what the rules said: folders, beliefs, the race."""

import random
from typing import Any

import pytest

from topsecret import Match

from .builders import GAME
from .in_node import call


def play_out(seats: int, options: dict[str, Any], seed: str) -> Match:
    match = Match.new(GAME, seats, options, seed, "fair", None, ())
    choice = random.Random(seed)
    while not match.over:
        seat = choice.choice(match.actors)
        legal = match.legal(seat)
        if match.view(seat)["phase"] == "dossier":
            written = match.view(seat)["guess"][seat]
            legal = [
                move
                for move in legal
                if move.json["action"] == "hand_in"
                or (written[move.json["agent"]] == "none" and move.json["guess"] not in ("none", *written.values()))
                or (written[move.json["agent"]] == "none" and move.json["guess"] == "free")
            ]
        match.play(seat, choice.choice(legal))
    return match


@pytest.fixture(scope="module")
def ends() -> list[Match]:
    whole = {"cards": True, "dossier": True}
    return [play_out(2 + n % 6, whole if n % 3 else {}, f"end {n}") for n in range(12)]


def shown(name: str, matches: list[Match]) -> list[Any]:
    return call("ending.ts", [[name, match.view(0), match.events(0)] for match in matches])


def test_each_folder_says_who_it_was_and_what_it_is_worth(ends: list[Match]) -> None:
    for match, folders in zip(ends, shown("folders", ends), strict=True):
        view = match.view()
        assert {one["agent"]: one["seat"] for one in folders} == {
            agent: view["kept"].index(agent) if agent in view["kept"] else None for agent in view["in_play"]
        }
        assert {one["agent"]: one["points"] for one in folders} == {
            agent: view["marker"][agent] for agent in view["in_play"]
        }
        assert sorted(one["seat"] for one in folders if one["wins"]) == view["result"]["winners"]
        assert all(one["before"] == [] for one in folders if one["seat"] is not None)


def test_those_under_the_lamp_are_the_winners_or_the_free_agents_in_front(ends: list[Match]) -> None:
    folders = shown("folders", ends)
    for match, front in zip(ends, call("ending.ts", [["inFront", one] for one in folders]), strict=True):
        winners = match.view()["result"]["winners"]
        assert sorted(one["seat"] for one in front if one["seat"] is not None) == winners
        assert winners or {one["points"] for one in front} == {max(match.view()["marker"].values())}


def test_a_belief_is_worth_five_where_it_is_right(ends: list[Match]) -> None:
    written = 0
    for match, rows in zip(ends, shown("believers", ends), strict=True):
        assert len(rows) == (match.view()["seats"] if match.view()["dossiers_due"] else 0)
        for row in rows:
            assert row["worth"] == 5 * sum(belief["right"] for belief in row["beliefs"])
            held = match.view()["holds"][row["seat"]]
            assert [belief["own"] for belief in row["beliefs"]] == [held[belief["agent"]] for belief in row["beliefs"]]
            written += 1
    assert written > 10


def test_the_race_ends_where_the_markers_stood_before_the_dossiers(ends: list[Match]) -> None:
    for match, race, folders in zip(ends, shown("climbs", ends), shown("folders", ends), strict=True):
        track = {one["agent"]: one["points"] - one["dossier"] for one in folders}
        assert {climb["agent"]: climb["way"][-1][1] for climb in race["climbs"]} == track
        assert (race["line"] is not None) == match.view()["dossiers_due"]
        for climb in race["climbs"]:
            assert [turn for turn, _ in climb["way"]] == sorted(turn for turn, _ in climb["way"])


def test_what_was_taken_back_is_not_in_the_race() -> None:
    view = {"in_play": ["red"]}
    events = [
        {"n": 1, "event": "turn_begins", "seat": 0},
        {"n": 2, "event": "scored", "agent": "red", "points": 9, "marker": 9},
        {"n": 3, "event": "undone", "seat": 0, "events": [2]},
        {"n": 4, "event": "scored", "agent": "red", "points": 4, "marker": 4},
    ]
    [race] = call("ending.ts", [["climbs", view, events]])
    assert race["climbs"] == [{"agent": "red", "way": [[0, 0], [1, 4], [1, 4]]}]


def test_two_who_are_level_in_front_share_the_lamp() -> None:
    view = {
        "in_play": ["red", "blue", "green"],
        "kept": ["red", "blue"],
        "marker": {"red": 43, "blue": 43, "green": 43},
        "result": {"winners": [0, 1]},
    }
    [folders] = call("ending.ts", [["folders", view, []]])
    assert [(one["agent"], one["wins"]) for one in folders] == [("red", True), ("blue", True), ("green", False)]
