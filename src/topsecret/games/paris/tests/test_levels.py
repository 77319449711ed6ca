"""P7.3: easy, medium and hard differ by what a body can do, and by nothing else."""

from __future__ import annotations

from itertools import pairwise

from topsecret.bots import levels
from topsecret.bots.players import LIMITS, Limits, Player, Thought, limits_of

from .builders import GAME, at_table
from .child import CHILD, played, share_of


def test_levels_have_the_same_wits_and_differ_only_in_their_limits() -> None:
    found = levels(GAME)
    assert {level.bot for level in found.values()} == {"attentive"}
    assert all(level.handicaps.keys() <= LIMITS for level in found.values())
    for weaker, stronger in pairwise(limits_of(name, GAME) for name in found):
        assert weaker.reaction_ms > stronger.reaction_ms and weaker.least_call_ms > stronger.least_call_ms
        assert weaker.looks_per_second < stronger.looks_per_second and weaker.memory_s < stronger.memory_s
        assert weaker.misses > stronger.misses and weaker.mistakes > stronger.mistakes


def test_a_child_wins_its_fair_share_at_a_table_of_easy_bots() -> None:
    """1.5 s to react, 40 % overlooked; on every seat equally often. A shared win counts in parts."""
    assert share_of(CHILD, limits_of("easy", GAME), 16, "child") >= 1 / 4


def test_more_attention_gets_more_points() -> None:
    for weak, strong in pairwise(("easy", "medium", "hard")):
        points = {weak: 0, strong: 0}
        for number in range(6):
            names = {seat: (weak, strong)[(seat + number) % 2] for seat in range(4)}
            match = played(f"{weak} {number}", {seat: limits_of(name, GAME) for seat, name in names.items()})
            assert match.result is not None
            for seat, name in names.items():
                points[name] += match.result["scores"][seat]
        assert points[strong] > points[weak]


def test_who_mistakes_a_wink_takes_it_for_one_at_somebody_else_as_long_as_it_lasts() -> None:
    table = at_table()
    sure, mistaken = (Player(GAME, 2, "x", Limits(misses=0.0, mistakes=share)) for share in (0.0, 1.0))
    for seat, action, at in (
        (2, "look red", 0),
        (0, "look green", 500),
        (0, "wink green", 1000),
        (1, "look red", 1100),
    ):
        table.play(seat, action, at)
        for player in (sure, mistaken):
            player.sense(table.match)
    table.until(3000)
    told = {}
    for name, player in (("sure", sure), ("mistaken", mistaken)):
        player.sense(table.match)
        winks = [event["agent"] for news in player.inbox for event in news.events if event["event"] == "wink"]
        told[name] = winks, [news.view["wink"][0] for news in player.inbox]
        assert isinstance(player.think(9000), Thought)
    assert told["sure"][0] == ["green"] and told["sure"][1][-2:] == ["green", "none"]
    [taken], shown = told["mistaken"]
    assert taken in ("purple", "blue") and shown[-2:] == [taken, "none"]


def test_who_mistakes_a_glance_takes_it_for_one_at_another_place() -> None:
    table = at_table()
    player = Player(GAME, 2, "x", Limits(misses=0.0, mistakes=1.0))
    for seat, action, at in ((2, "look red", 0), (0, "look cafe", 500)):
        table.play(seat, action, at)
        player.sense(table.match)
    news = player.inbox[-1]
    assert (
        news.events[-1]["sight"] in ("metro", "kiosk", "fountain") and news.view["gaze"][0] == news.events[-1]["sight"]
    )
