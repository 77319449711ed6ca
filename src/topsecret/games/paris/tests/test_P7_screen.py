"""P7: clocks, slow mode, and bots with human limits."""

import random
from itertools import pairwise
from typing import Any

import pytest

from topsecret import BadOptions
from topsecret.bots import names
from topsecret.bots.live import Live
from topsecret.bots.players import Limits, Player, Thought, wish_of
from topsecret.games.paris.figures import figures
from topsecret.games.paris.terminal import LiveDisplay

from .builders import GAME, LOOK, TURN, at_table, fresh


def test_P7_1_a_key_looks_and_the_face_that_is_looked_at_is_drawn() -> None:
    table = at_table()
    display = LiveDisplay(GAME, ["Ann", "Bob", "Cid", "Dee"], 0)
    table.play(1, "look metro", 0)
    table.play(0, str(display.key("g", table.view(0))), 0)
    lines = display.table(table.view(0), 0)
    assert "(o o) looks at [card]metro[/]" in lines[2]
    assert "(. .)" in lines[3] and "(. .)" in lines[4]


@pytest.mark.parametrize(
    ("keys", "action"),
    [("k", "look black"), ("3", "look kiosk"), ("0", "look cards"), ("m2", "complete green metro"), (".", "pass"), ("xa", "discard green"),
     ("xl", "discard cafe"), ("xb", "discard green cafe"), ("!gp", "call green purple"), ("?", None), ("m9", None), (" ", None)],
)  # fmt: skip
def test_P7_1_what_keys_mean(keys: str, action: str | None) -> None:
    display = LiveDisplay(GAME, ["Ann", "Bob", "Cid", "Dee"], 0)
    view = at_table().view(0)
    assert [display.key(key, view) for key in keys][-1] == action


def test_P7_2_the_case_passes_by_itself() -> None:
    table = at_table()
    table.until(TURN - 1)
    assert table["holder"] == 0
    table.until(TURN)
    assert (table["holder"], table["idle"][0], table["quiet"]) == (1, 1, 1)
    assert table.told(None, "time_up", "case") == [(TURN, 0), (TURN, 1, 0)]


def test_P7_2_at_the_second_automatic_pass_in_a_row_the_eyes_return_to_the_cards() -> None:
    table = at_table()
    table.play(0, "look green", 0)
    table.play(1, "look red", 0)
    table.until(TURN)
    assert table["gaze"][0] == "green"
    for seat in (1, 2, 3):
        table.play(seat, "pass", TURN)
    table.until(2 * TURN)
    assert (table["gaze"][0], table["rests"][0], table["idle"][0]) == ("cards", 2 * TURN + LOOK, 2)
    assert table.told(1, "eyes_return") == [(2 * TURN, 0)]
    assert table.told(2, "eyes_return") == []


def test_P7_2_and_at_each_further_one_but_a_pass_by_hand_begins_anew() -> None:
    table = at_table(idle=[2, 1, 0, 0])
    table.play(0, "look green", 0)
    table.play(1, "look red", 0)
    table.until(TURN)
    assert table["gaze"][0] == "cards"
    table.play(1, "pass", TURN)
    assert table["idle"] == [3, 0, 0, 0]
    assert table["gaze"][1] == "red"


def test_P7_2_slow_mode_doubles_every_time() -> None:
    table = fresh(4, slow=True)
    assert table["deadline"] == 4000
    table = at_table(options={"slow": True})
    assert table["deadline"] == 2 * TURN
    table.play(0, "look green", 0)
    table.play(0, "wink green", 0)
    assert (table["rests"][0], table["wink_ends"][0]) == (900, 1400)
    table.play(2, "call red green", 2000, "agent blue")
    assert table.refused(1, "call red blue", 3999) == ("too_soon", "P5.3")
    table.play(0, "pass", 4000)
    assert table["deadline"] == 4000 + 2 * TURN


# P7.3: bots


def test_P7_3_the_bots_of_the_house() -> None:
    assert names(GAME) == ["random", "easy", "attentive", "medium", "hard"]


@pytest.mark.parametrize(
    "limits",
    [
        {"least_reaction_ms": 399},
        {"reaction_ms": 300},
        {"least_call_ms": 699},
        {"looks_per_second": 9.0},
        {"misses": 2.0},
        {"mistakes": -0.1},
    ],
)
def test_P7_3_no_bot_is_quicker_than_a_person(limits: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        Limits(**limits)


class Spy:
    """Notes what the harness gives it."""

    given: list[tuple[int, list[dict[str, Any]]]] = []

    def __init__(self, game: Any, rng: random.Random) -> None:
        self.game = game

    def wish(self, view: dict[str, Any], seen: Any, at: int) -> tuple[str | None, int | None]:
        Spy.given.append((at, list(seen)))
        return None, at + 100


def test_P7_3_a_bot_is_told_what_happened_only_after_its_reaction_time_and_forgets_it() -> None:
    Spy.given = []
    match = GAME.match(4, {"starter": 0}, "spy")
    live = Live(match, {0: "random", 1: "random", 2: "random", 3: "random"}, "x")
    limits = Limits(misses=0.0, memory_s=5.0)
    live.bots[2], live.players[2] = Spy, Player(GAME, 2, "x", limits)
    live.spread()
    live.run(30_000)
    news: dict[int, int] = {}
    for at, seen in Spy.given:
        assert all(event["at"] >= at - 5000 for event in seen)
        for event in seen:
            news.setdefault(event["n"], at - event["at"])
    assert len(news) > 20
    assert min(news.values()) >= 400


def test_P7_3_nothing_tells_a_bot_that_it_has_missed_something() -> None:
    Spy.given = []
    table = at_table()
    player = Player(GAME, 2, "x", Limits(misses=1.0))
    for seat, action, at in (
        (2, "look red", 0),
        (0, "look green", 2500),
        (0, "wink green", 5000),
        (0, "look cafe", 7500),
    ):
        table.play(seat, action, at)
        player.sense(table.match)
        table.until(at + 1000)
        player.sense(table.match)
    thought = player.think(9000)
    assert isinstance(thought, Thought)
    wish_of(Spy, GAME, thought)
    _, seen = Spy.given[-1]
    assert [(event["n"], event["event"]) for event in seen] == [(1, "look"), (2, "sees"), (3, "look")]


class Cheat:
    """Keeps what it should forget on whatever it is given, and spells its looks and calls in other ways."""

    oldest = 0
    notes: set[Any] = set()

    def __init__(self, game: Any, rng: random.Random) -> None:
        self.rng: Any = rng

    def wish(self, view: dict[str, Any], seen: Any, at: int) -> tuple[str | None, int | None]:
        Cheat.notes |= {view.get("note"), getattr(self.rng, "note", None)}
        self.rng.note = view["note"] = "mine"
        for event in seen:
            Cheat.oldest = max(Cheat.oldest, at - event.setdefault("happened", event["at"]))
            event["at"] = 10**9
        if self.rng.random() < 0.5:
            return " CALL red  green", at + 50
        return f"Look {('red', 'green')[view['gaze'][3] == 'red']}", at + 50


def test_P7_3_a_bot_gets_around_its_limits_neither_by_notes_nor_by_spelling() -> None:
    Cheat.oldest, Cheat.notes = 0, set()
    match = GAME.match(4, {"starter": 0, "look_ms": 100}, "cheat")
    live = Live(match, dict.fromkeys(range(3), "random"), "x")
    cheating = Limits(memory_s=5.0, looks_per_second=0.5, least_call_ms=2000)
    live.bots[3], live.players[3] = Cheat, Player(GAME, 3, "x", cheating)
    live.spread()
    live.run(60_000)
    mine = [event for event in match.events(3) if event.get("seat") == 3]
    looks = [event["at"] for event in mine if event["event"] == "look"]
    assert len(looks) > 5
    assert min(later - earlier for earlier, later in pairwise(looks)) >= 2000
    assert Cheat.oldest <= 5000
    assert Cheat.notes == {None}
    calls = [event["at"] for event in mine if event["event"] == "call"]
    assert calls
    told = [event["at"] for event in match.events(3)]
    reached = [[at for at in told if at <= call - 1300] for call in calls]  # by then every one of these has reached it
    assert all(call - max(before) >= 2000 for call, before in zip(calls, reached, strict=True))


def test_P7_3_eyes_of_bots_rest_and_their_calls_take_time() -> None:
    match = GAME.match(6, {}, "pace")
    Live(match, dict.fromkeys(range(6), "attentive"), "pace").run()
    calls = 0
    for seat in range(6):
        events = match.events(seat)
        looks = [event["at"] for event in events if event["event"] == "look" and event["seat"] == seat]
        assert min(later - earlier for earlier, later in pairwise(looks)) >= LOOK
        for event in events:
            if event["event"] == "call" and event["seat"] == seat:
                calls += 1
                colours = ["red", "green", "purple", "blue", "yellow", "orange"]
                shown = [
                    told["at"]
                    for told in events
                    if told["at"] <= event["at"]
                    and (
                        (told["event"] == "wink" and colours[told["seat"]] == event["accused"])
                        or (told["event"] == "sees" and told["face"] == event["accused"] and told["wink"] != "none")
                    )
                ]
                assert event["at"] - max(shown) >= 700
    assert calls > 3


def test_P7_3_the_same_seed_plays_the_same_match() -> None:
    logs = []
    for _ in range(2):
        match = GAME.match(4, {}, "same")
        Live(match, dict.fromkeys(range(4), "attentive"), "same").run(40_000)
        logs.append(match.dumps())
    assert logs[0] == logs[1]


def test_P7_3_attentive_bots_contact_answer_complete_and_call() -> None:
    match = GAME.match(5, {}, "evening")
    Live(match, dict.fromkeys(range(5), "attentive"), "evening").run()
    found = figures(match)
    assert found["missions_completed"] > 3 > found["missions_failed"]
    assert found["calls_right"] > found["calls_wrong"]
    assert 0 < found["winks_seen_by_target"] <= found["winks"]
    assert match.over


def test_P7_3_better_attention_wins() -> None:
    """The same bot, slower and with more oversights, gets fewer points."""
    sharp, dull = 0, 0
    poor = Limits(reaction_ms=1600, spread_ms=400, misses=0.6, looks_per_second=0.7, memory_s=12)
    for seed in range(6):
        match = GAME.match(4, {}, f"attention {seed}")
        mine = {seed % 2, 2 + seed % 2}
        Live(
            match,
            dict.fromkeys(range(4), "attentive"),
            str(seed),
            {seat: Limits() if seat in mine else poor for seat in range(4)},
        ).run()
        assert match.result is not None
        sharp += sum(match.result["scores"][seat] for seat in mine)
        dull += sum(match.result["scores"][seat] for seat in range(4) if seat not in mine)
    assert sharp > dull
