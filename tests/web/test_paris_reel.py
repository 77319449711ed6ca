"""The reel of paris, from what a real match told: whose eyes were where, who saw which wink, what was missed."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.web.node import WEB, call
from topsecret import game
from topsecret.bots import Budget
from topsecret.bots.registry import usual
from topsecret.kernel.replay import replay
from topsecret.lab.selfplay import play_one

LANES = WEB.parent / "src/topsecret/games/paris/web/reel/lanes.ts"
SEATS = 4


def told(match: Any, eyes: Any) -> list[Any]:
    """As the page has it: the first view, and all events with their numbers."""
    seen = replay(match, eyes)
    events = [event for step in seen.steps for event in step["events"]]
    return [seen.first, [{**event, "n": n} for n, event in enumerate(events, 1)]]


@pytest.fixture(scope="module", params=["private", "hybrid"])
def match(request: pytest.FixtureRequest) -> Any:
    options = {"cards_removed": 5, "eyes": request.param, "starter": 0}
    return play_one(game("paris"), SEATS, options, f"the reel, {request.param}", [usual(game("paris"))], Budget())[0]


@pytest.fixture(scope="module")
def lanes(match: Any) -> list[Any]:
    """By seat, and at the end with everything open."""
    eyes = [*range(SEATS), "all"]
    return call(LANES, [["lanes", *told(match, who), who, SEATS] for who in eyes])


def within(bar: dict[str, Any], other: dict[str, Any]) -> bool:
    same = bar["seat"] == other["seat"] and bar["sight"] == other["sight"]
    return bool(same and other["from"] <= bar["from"] and bar["to"] <= other["to"])


def test_with_everything_open_everybody_looks_somewhere_all_the_time(match: Any, lanes: list[Any]) -> None:
    end = told(match, "all")[1][-1]["at"]
    for seat in range(SEATS):
        bars = sorted((bar for bar in lanes[-1]["bars"] if bar["seat"] == seat), key=lambda bar: bar["from"])
        assert bars[0]["from"] == 0 and bars[-1]["to"] == end
        assert all(one["to"] == two["from"] for one, two in itertools.pairwise(bars))
    holds = lanes[-1]["holds"]
    assert holds[-1]["to"] == end and all(one["to"] == two["from"] for one, two in itertools.pairwise(holds))


def test_somebodys_lanes_hold_what_they_saw_and_nothing_else(lanes: list[Any]) -> None:
    whole = lanes[-1]
    for seat in range(SEATS):
        own = [bar for bar in lanes[seat]["bars"] if bar["seat"] == seat]
        assert own == [bar for bar in whole["bars"] if bar["seat"] == seat]
        assert all(any(within(bar, open_bar) for open_bar in whole["bars"]) for bar in lanes[seat]["bars"])
        seen = {(wink["seat"], wink["sight"]) for wink in lanes[seat]["winks"]}
        shown = {(wink["seat"], wink["sight"]) for wink in whole["winks"] if seat in (*wink["by"], wink["seat"])}
        assert seen == shown  # the server told of exactly those winks at which these eyes were there
        assert len(lanes[seat]["winks"]) == sum(seat in (*wink["by"], wink["seat"]) for wink in whole["winks"])
        assert lanes[seat]["flags"] and len(lanes[seat]["flags"]) == len(whole["flags"])  # what all knew


def test_who_missed_a_wink_is_told_by_how_much(lanes: list[Any]) -> None:
    whole = lanes[-1]
    asked = [(wink, seat) for wink in whole["winks"] for seat in range(SEATS)]
    answers = call(LANES, [["missed", whole, wink, seat] for wink, seat in asked])
    for (wink, seat), answer in zip(asked, answers, strict=True):
        assert (answer["how"] == "own") == (wink["seat"] == seat)
        assert (answer["how"] == "saw") == (seat in wink["by"])

    # Red winks at green from 2.0 to 2.7 s; green has just looked away, purple comes just after it, blue was elsewhere.
    def bar(seat: int, sight: str, begin: int, end: int) -> dict[str, Any]:
        return {"seat": seat, "sight": sight, "from": begin, "to": end}

    bars = [bar(1, "red", 0, 1600), bar(1, "cafe", 1600, 9000), bar(2, "cards", 0, 2800), bar(2, "red", 2800, 9000)]
    made = {"bars": [*bars, bar(3, "purple", 0, 9000)]}
    wink = {**bar(0, "green", 2000, 2700), "by": []}
    assert call(LANES, [["missed", made, wink, seat] for seat in range(4)]) == [
        {"how": "own"},
        {"how": "before", "by": 400},
        {"how": "after", "by": 100},
        {"how": "elsewhere", "sight": "purple"},
    ]
