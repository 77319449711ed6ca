"""The two probes: a game in real time (glances) and one where you see the other's secret and not your own (mirror)."""

import json
import random
from typing import Any

import pytest

from tests.kernel.both import play_both
from tests.probes import glances, mirror
from topsecret import ActionError, CannotUndo, Game, IllegalAction, Match, NotYourTurn
from topsecret.kernel import CHANCE
from topsecret.kernel.view import view

GLANCES = Game("glances", glances, glances, glances)
MIRROR = Game("mirror", mirror, mirror, mirror)
REST, WINK, END = glances.REST_MS, glances.WINK_MS, glances.END_MS


# Glances: builders that read like the game


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


# Glances: rules


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


# Glances: nobody learns from what is not told


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
        with pytest.raises(ActionError, match="the time") as time:
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
        worlds = [GLANCES.imagine(match.view(0), match.events(0), rng, at=later)[0] for _ in range(60)]
        assert {world.eyes[1] for world in worlds} == eyes
        assert {world.wink[1] for world in worlds} == {glances.Suit.MOON}
        assert {world.winks[1] for world in worlds} == {REST + WINK}
        assert {world.card[2] for world in worlds} == {0, 1, 2}


def imagined_worlds_agree(game: Game, match: Match, rng: random.Random) -> None:
    for seat in (None, *range(match.seats)):
        seen = match.view(seat)
        world, _ = game.imagine(seen, match.events(seat), rng, at=match.now)
        game.require_sound(world)
        again = view(world, -1 if seat is None else seat)
        assert again == {key: seen[key] for key in again}


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


# Mirror: builders


def faced(first: str = "rook bishop queen wild", second: str = "wild queen bishop rook") -> Match:
    """A match in which the spies of both sides have these pieces, in order; both are ready."""
    match = MIRROR.match(chance="manual")
    for piece in f"{first} {second}".split():
        match.play(CHANCE, f"deal {piece}")
    match.play(0, "ready")
    match.play(1, "ready")
    return match


def answers(match: Match) -> list[int]:
    return [event["yes"] for event in match.events(None) if event["event"] == "answered"]


# Mirror: rules


def test_M1_each_side_sees_the_pieces_of_the_other_and_not_its_own() -> None:
    match = faced()
    pieces = {"ada": "wild", "bob": "queen", "cay": "bishop", "dee": "rook"}
    assert match.view(0)["piece"][1] == pieces
    assert set(match.view(1)["piece"][1].values()) == {None}
    assert set(match.view(None)["piece"][0].values()) == {None}
    deals = [event["piece"] for event in match.events(1) if event["event"] == "deal"]
    assert deals == ["rook", "bishop", "queen", "wild", None, None, None, None]


def test_M2_an_order_is_known_to_its_giver_alone() -> None:
    match = faced()
    match.play(0, "order always no")
    assert match.view(0)["order"] == [None, "always no"]
    assert match.view(1)["order"] == ["always yes", None]
    assert match.view(None)["order"] == [None, None]
    assert [event for event in match.events(1) if event["event"] == "order"] == []


def test_M2_an_order_may_be_taken_back_as_long_as_it_was_not_used() -> None:
    match = faced()
    match.play(0, "order always no")
    heard = match.events(1)
    match.undo(0)
    assert match.view(0)["order"][1] == "always yes"
    assert match.events(1) == heard
    last = len(match.events(0))
    assert match.events(0)[-1] == {"n": last, "event": "undone", "seat": 0, "events": [last - 1]}


def test_M2_both_give_their_first_order_at_once_and_none_waits_for_the_other() -> None:
    match = MIRROR.match(seed="a")
    assert match.actors == (0, 1)
    match.play(1, "order like a rook")
    match.play(0, "order always no")
    match.undo(1)  # the other's draft in between does not matter
    match.play(1, "ready")
    assert match.actors == (0,)
    match.play(0, "ready")
    assert match.view(0)["order"][1] == "always no"
    assert match.view(1)["order"][0] == "always yes"


def test_M3_answers_are_true_and_narrow_what_a_spy_can_be() -> None:
    match = faced()
    match.play(0, "can ada go straight")
    assert answers(match) == [1]
    assert match.view(1)["can_be"][0]["ada"] == ["rook", "queen", "wild"]
    match.play(1, "can dee go slanted")
    assert answers(match) == [1, 0]
    assert match.view(None)["can_be"][1]["dee"] == ["rook", "wild"]


def test_M3_the_wild_one_answers_by_its_order_and_survives_every_answer() -> None:
    match = faced()
    match.play(0, "can dee go straight")
    match.play(1, "order always no")
    match.play(1, "can bob go straight")
    match.play(0, "can dee go straight")
    assert answers(match) == [1, 1, 0]
    assert match.view(0)["can_be"][0]["dee"] == ["wild"]


def test_M3_after_so_many_questions_nobody_wins() -> None:
    match = faced()
    for _ in range(mirror.MOST_QUESTIONS):
        match.play(match.actors[0], "can ada go straight")
    assert match.result == {
        "winners": [0, 1],
        "scores": [0, 0],
        "reason": {"code": "no_more_questions", "rule": "M3"},
    }


@pytest.mark.parametrize(("spy", "winner"), [("dee", 0), ("ada", 1)])
def test_M4_a_guess_ends_it_and_all_pieces_are_shown(spy: str, winner: int) -> None:
    match = faced()
    match.play(0, f"guess {spy}")
    assert match.result is not None
    assert match.result["winners"] == [winner]
    assert match.view(None)["piece"][0]["dee"] == "wild"


def test_M5_resigning_is_an_aside_at_any_time_and_never_listed() -> None:
    match = faced()
    assert "resign" not in [str(move) for move in match.legal(0) + match.legal(1)]
    with pytest.raises(NotYourTurn):
        match.play(1, "guess ada")
    match.play(1, "resign")
    assert match.result is not None
    assert match.result["winners"] == [0]
    assert match.result["reason"] == {"code": "resigned", "rule": "M5"}
    with pytest.raises(NotYourTurn):
        match.play(0, "resign")


def test_M5_nobody_resigns_while_chance_has_its_turn() -> None:
    match = MIRROR.match(chance="manual")
    with pytest.raises(NotYourTurn):
        match.play(1, "resign")


# Mirror: nothing tells which spy is the wild one


def test_neither_undo_nor_errors_nor_lists_tell_a_side_which_spy_is_wild() -> None:
    """In two deals that agree for seat 0, everything that seat 0 gets is the same, byte for byte."""
    got = []
    for first in ("rook bishop queen wild", "wild bishop queen rook"):
        match = faced(first)
        match.play(0, "can ada go straight")
        said = [match.view(0), match.events(0), match.can_undo(0), match.can_undo(1)]
        for wrong in ("can ada go straight", "guess dee", "order always no", "nonsense"):
            with pytest.raises(ActionError) as problem:
                match.play(0, wrong)
            said.append(f"{type(problem.value).__name__}: {problem.value}")
        with pytest.raises(CannotUndo) as undo:
            match.undo(0)
        said.append(str(undo.value))
        match.play(1, "can bob go slanted")
        said += [match.view(0), match.events(0), [str(move) for move in match.legal(0)]]
        got.append(json.dumps(said))
    assert got[0] == got[1]


def test_imagined_deals_are_all_that_agree_and_each_is_as_likely() -> None:
    match = faced()
    match.play(0, "can ada go straight")  # rook, queen or wild
    match.play(1, "can ada go straight")
    match.play(0, "can bob go straight")  # bishop or wild
    rng = random.Random(3)
    count: dict[tuple[int, ...], int] = {}
    for _ in range(2000):
        world, weight = MIRROR.imagine(match.view(0), match.events(0), rng)
        assert weight == 1
        assert world.piece[1] == match.state().piece[1]
        count[tuple(world.piece[0])] = count.get(tuple(world.piece[0]), 0) + 1
    agreeing = [deal for deal in mirror.permutations(range(4)) if deal[0] in (0, 2, 3) and deal[1] in (1, 3)]
    assert sorted(count) == agreeing
    expected = 2000 / len(agreeing)
    assert sum((n - expected) ** 2 / expected for n in count.values()) < 30  # 9 degrees of freedom


def test_every_imagined_world_of_mirror_agrees_with_what_is_seen() -> None:
    for game in range(40):
        rng = random.Random(game)
        match = MIRROR.match(chance="manual", strict=True)
        while not match.over:
            actor = rng.choice(match.actors)
            match.play(actor, rng.choice(match.legal(actor)))
            imagined_worlds_agree(MIRROR, match, rng)


# Both


@pytest.mark.parametrize("game", [GLANCES, MIRROR], ids=["glances", "mirror"])
def test_both_modes_are_equal_step_by_step(game: Game) -> None:
    pytest.importorskip("numba", reason="compiled rules need numba")
    steps = sum(play_both(game, seats, seed) for seats in game.seats for seed in range(25))
    assert steps > 400


@pytest.mark.parametrize("game", [GLANCES, MIRROR], ids=["glances", "mirror"])
def test_a_saved_match_comes_back_as_it_was(game: Game) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        match = game.match(seed=str(seed))
        while not match.over:
            at = None
            if game.State.timed:
                at = match.now + rng.randrange(900)
                match.advance(at)
            actors = [seat for seat in match.actors if match.legal(seat)]
            if actors:
                seat = rng.choice(actors)
                match.play(seat, rng.choice(match.legal(seat)), at=at)
            again = game.load(match.dumps())
            assert again.save() == match.save()
            assert [again.events(viewer) for viewer in (None, 0, 1)] == [
                match.events(viewer) for viewer in (None, 0, 1)
            ]
