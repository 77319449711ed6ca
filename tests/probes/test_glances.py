"""The first probe: a game in real time, in which one sees only what one looks at."""

import random
from typing import Any

import pytest

from tests.probes import glances
from tests.probes.agree import imagined_worlds_agree
from topsecret import ActionError, CannotUndo, Game, IllegalAction, Match, NotYourTurn
from topsecret.kernel import CHANCE

GLANCES = Game("glances", glances, glances, glances)
REST, WINK, END = glances.REST_MS, glances.WINK_MS, glances.END_MS


def glance(*cards: str) -> Match:
    """A match in which the seats hold these cards."""
    match = GLANCES.match(seats=len(cards), chance="manual")
    for card in cards:
        match.play(CHANCE, f"draw {card}")
    return match


def told(match: Match, seat: int | None, *kinds: str) -> list[tuple[Any, ...]]:
    """What a seat was told of these kinds: the time and the parameters."""
    events = [event for event in match.events(seat) if event["event"] in kinds]
    return [tuple(value for key, value in event.items() if key not in ("n", "event")) for event in events]


def wink_of(match: Match, viewer: int | None, face: int) -> str | None:
    return match.view(viewer)["wink"][face]  # type: ignore[no-any-return]


# Rules


def test_G1_everybody_begins_with_eyes_on_the_own_card() -> None:
    match = glance("sun", "moon", "star")
    assert match.view(0)["eyes"] == [0, None, None]
    assert match.view(None)["eyes"] == [None, None, None]


def test_G1_whoever_looks_at_a_face_sees_its_eyes_and_nobody_else_does() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=100)
    match.play(1, "look 2", at=200)
    assert match.view(0)["eyes"] == [1, 2, None]
    assert match.view(1)["eyes"] == [None, 2, 2]
    assert match.view(2)["eyes"] == [None, None, 2]
    assert told(match, 0, "look") == [(100, 0, 1), (200, 1, 2)]
    assert told(match, 1, "look") == [(200, 1, 2)]
    assert told(match, 2, "look") == []


def test_G1_a_look_tells_what_it_finds() -> None:
    match = glance("sun", "moon", "star")
    match.play(1, "look 2", at=10)
    match.play(0, "look 1", at=20)
    assert told(match, 0, "glimpse") == [(20, 0, 1, 2, "none")]
    assert told(match, 1, "glimpse") == [(10, 1, 2, 2, "none")]


def test_G1_eyes_that_moved_rest_until_exactly_then() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=1000)
    with pytest.raises(IllegalAction, match=r"eyes rest \(G1\)"):
        match.play(0, "look 2", at=1000 + REST - 1)
    match.play(0, "look 2", at=1000 + REST)


def test_G2_a_wink_lasts_from_its_first_to_before_its_last_millisecond() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=0)
    match.play(1, "wink moon", at=500)
    assert wink_of(match, 0, 1) == "moon"
    match.advance(500 + WINK - 1)
    assert wink_of(match, 0, 1) == "moon"
    match.advance(500 + WINK)
    assert wink_of(match, 0, 1) == "none"
    assert told(match, 0, "unwink") == [(500 + WINK, 1)]


def test_G2_a_wink_is_seen_by_whoever_looks_and_by_nobody_else() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=0)
    match.play(1, "wink moon", at=500)
    assert told(match, 0, "wink") == [(500, 1, "moon")]
    assert told(match, 1, "wink") == [(500, 1, "moon")]
    assert told(match, 2, "wink") == told(match, None, "wink") == []
    assert [wink_of(match, viewer, 1) for viewer in (0, 1, 2, None)] == ["moon", "moon", None, None]
    assert match.view(0)["saw"][0] == ["none", "moon", "none"]
    assert match.view(2)["saw"][2] == ["none", "none", "none"]


def test_G2_looking_away_in_the_middle_hides_the_rest_of_a_wink() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=0)
    match.play(1, "wink moon", at=600)
    match.play(0, "look 2", at=800)
    assert wink_of(match, 0, 1) is None
    match.advance(600 + WINK)
    assert told(match, 0, "unwink") == []
    assert match.view(0)["saw"][0][1] == "moon"


def test_G2_a_wink_that_begins_before_a_look_is_found_by_it() -> None:
    match = glance("sun", "moon", "star")
    match.play(1, "wink moon", at=600)
    match.play(0, "look 1", at=600 + WINK - 1)
    assert told(match, 0, "glimpse") == [(600 + WINK - 1, 0, 1, 1, "moon")]
    assert told(match, 0, "wink") == []
    assert match.view(0)["saw"][0][1] == "moon"


def test_G2_a_look_at_the_moment_a_wink_ends_comes_too_late() -> None:
    """What falls due at a moment happens before what is done at it."""
    match = glance("sun", "moon", "star")
    match.play(1, "wink moon", at=600)
    match.play(0, "look 1", at=600 + WINK)
    assert told(match, 0, "glimpse") == [(600 + WINK, 0, 1, 1, "none")]
    assert told(match, 0, "unwink") == []
    assert match.view(0)["saw"][0][1] == "none"


def test_G2_a_wink_that_begins_before_and_ends_after_a_visit_shows_neither_end() -> None:
    match = glance("sun", "moon", "star")
    match.play(1, "wink moon", at=600)
    match.play(0, "look 1", at=700)
    match.play(0, "look 2", at=700 + REST)
    match.advance(2000)
    assert told(match, 0, "glimpse") == [(700, 0, 1, 1, "moon"), (700 + REST, 0, 2, 2, "none")]
    assert told(match, 0, "wink", "unwink") == []


def test_G2_two_winks_in_a_row_are_two() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=0)
    match.play(1, "wink moon", at=600)
    with pytest.raises(IllegalAction, match="winks already"):
        match.play(1, "wink moon", at=600 + WINK - 1)
    match.play(1, "wink moon", at=600 + WINK)
    match.advance(600 + 2 * WINK)
    assert told(match, 0, "wink", "unwink") == [
        (600, 1, "moon"),
        (600 + WINK, 1),
        (600 + WINK, 1, "moon"),
        (600 + 2 * WINK, 1),
    ]


def test_G2_two_winks_that_end_together_are_both_told() -> None:
    match = glance("sun", "moon", "star", "star")
    match.play(0, "look 1", at=0)
    match.play(2, "look 3", at=0)
    match.play(1, "wink moon", at=500)
    match.play(3, "wink star", at=500)
    match.advance(3000)
    assert told(match, 0, "unwink") == [(500 + WINK, 1)]
    assert told(match, 2, "unwink") == [(500 + WINK, 3)]
    assert told(match, 1, "unwink") == [(500 + WINK, 1)]


def test_G2_only_the_own_card_can_be_winked() -> None:
    match = glance("sun", "moon", "star")
    with pytest.raises(IllegalAction, match="not your card"):
        match.play(0, "wink moon", at=5)


def test_G3_a_named_card_is_turned_up_and_what_was_known_of_it_is_void() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=0)
    match.play(1, "wink moon", at=100)
    match.play(0, "name 1 moon", at=200)
    assert told(match, None, "turned") == [(200, 1, "moon", 1)]
    assert match.view(0)["saw"][0][1] == "none"
    assert wink_of(match, 0, 1) == "none"
    match.play(CHANCE, "draw sun")
    assert [match.view(viewer)["card"][1] for viewer in (0, 1, 2)] == [None, "sun", None]
    match.advance(100 + WINK)
    assert told(match, 0, "unwink") == []
    assert match.view(None)["points"] == [1, 0, 0]


def test_G4_while_a_card_is_drawn_nobody_acts_and_nothing_falls_due() -> None:
    match = glance("sun", "moon", "star")
    match.play(0, "name 1 sun", at=200)
    assert match.actors == (CHANCE,)
    with pytest.raises(NotYourTurn):
        match.play(2, "look 1", at=300)
    match.advance(END)
    assert match.now == 200
    match.play(CHANCE, "draw sun")
    match.advance(END)
    assert match.over


def test_G5_it_ends_when_the_time_is_up_and_nothing_is_done_at_that_moment() -> None:
    match = glance("sun", "moon", "star")
    with pytest.raises(NotYourTurn):
        match.play(0, "name 1 moon", at=END)
    assert not match.over  # a refused action does not let time pass
    match.play(0, "name 1 moon", at=END - 1)
    match.play(CHANCE, "draw sun")
    match.advance(END)
    assert match.result == {
        "winners": [0],
        "scores": [1, 0, 0],
        "reason": {"code": "time_is_up", "rule": "G5"},
    }


def test_G5_it_ends_with_the_last_card() -> None:
    match = GLANCES.match(seats=3, seed="x")
    for _ in range(3 * glances.COPIES - 2):
        if not match.over:
            match.play(0, "name 1 sun")
    assert match.result is not None
    assert match.result["reason"]["code"] == "no_card_left"


# Nobody learns from what is not told


def test_hidden_looks_change_nothing_that_others_get() -> None:
    quiet, busy = glance("sun", "moon", "star"), glance("sun", "moon", "star")
    busy.play(1, "look 2", at=300)
    busy.play(2, "look 1", at=333)
    for seat in (0, None):
        assert quiet.view(seat) == busy.view(seat)
        assert quiet.events(seat) == busy.events(seat)
    assert quiet.play(0, "look 1", at=400)[0] == busy.play(0, "look 1", at=400)[0]


def test_neither_undo_nor_a_wrong_time_tells_whether_others_did_something() -> None:
    quiet, busy = glance("sun", "moon", "star"), glance("sun", "moon", "star")
    for match in (quiet, busy):
        match.play(0, "look 1", at=100)
    busy.play(2, "look 0", at=300)
    said = []
    for match in (quiet, busy):
        assert not match.can_undo(0)
        with pytest.raises(CannotUndo) as undo:
            match.undo(0)
        with pytest.raises(ActionError, match="time: expected whole milliseconds") as time:
            match.play(0, "look 2", at=50)
        said.append((str(undo.value), str(time.value)))
    assert said[0] == said[1]


def test_a_refused_action_changes_nothing_even_where_something_fell_due_before_it() -> None:
    match = glance("sun", "moon", "star")
    match.play(1, "wink moon", at=100)
    before = match.save()
    with pytest.raises(IllegalAction):
        match.play(0, "wink moon", at=5000)
    assert match.save() == before


def test_imagined_eyes_keep_to_what_was_seen() -> None:
    """Eyes seen to move rest; so a moment later they are still there, though nobody looks any more."""
    match = glance("sun", "moon", "star")
    match.play(0, "look 1", at=0)
    match.play(1, "look 2", at=REST)
    match.play(1, "wink moon", at=REST)
    match.play(0, "look 2", at=REST + 100)
    rng = random.Random(1)
    for later, eyes in ((REST + 200, {2}), (2 * REST, {0, 1, 2})):
        worlds: list[Any] = [GLANCES.imagine(match.view(0), match.events(0), rng, at=later)[0] for _ in range(60)]
        assert {world.eyes[1] for world in worlds} == eyes
        assert {world.wink[1] for world in worlds} == {glances.Suit.MOON}
        assert {world.winks[1] for world in worlds} == {REST + WINK}
        assert {world.card[2] for world in worlds} == {0, 1, 2}


@pytest.mark.parametrize("seats", [3, 4])
def test_every_imagined_world_of_glances_agrees_with_what_is_seen(seats: int) -> None:
    for game in range(15):
        rng = random.Random(game)
        match = GLANCES.match(seats=seats, seed=str(game), strict=True)
        now = 0
        while not match.over:
            now += rng.randrange(300)
            match.advance(now)
            seat = rng.randrange(seats)
            legal = [move for move in match.legal(seat) if move.family != "name" or rng.random() < 0.1]
            if legal:
                match.play(seat, rng.choice(legal), at=now)
            imagined_worlds_agree(GLANCES, match, rng)
