"""Imagined worlds agree with everything seen, and cards have their exact frequencies."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from topsecret import CHANCE, Match
from topsecret.bots.live import Live
from topsecret.games.paris.box import HeldAgent
from topsecret.kernel.game import shown_to
from topsecret.kernel.view import view

from .builders import GAME, LOOK, WINK, Table, at_table, fresh


def worlds(table: Table, viewer: int | None, count: int = 60, at: int | None = None) -> list[tuple[Any, float]]:
    rng = random.Random(1)
    match = table.match
    return [
        GAME.imagine(match.view(viewer), match.events(viewer), rng, match.now if at is None else at)
        for _ in range(count)
    ]


def cards_of(table: Table, viewer: int | None, seat: int, at: int | None = None) -> set[str]:
    return {HeldAgent(world.card[seat]).text for world, _ in worlds(table, viewer, at=at)}


def begun(seats: int = 4, **options: Any) -> Table:
    """All have drawn; nobody knows anything."""
    table = fresh(seats, **options)
    hands = [("green", "cafe"), ("purple", "metro"), ("blue" if seats > 3 else "red", "kiosk"), ("red", "fountain")]
    for seat, (agent, place) in enumerate(hands[:seats]):
        table.play(seat, "draw", 10 * seat, f"agent {agent}", f"place {place}")
    return table


def test_P3_4_a_wink_that_was_seen_tells_the_card() -> None:
    table = begun()
    table.play(2, "look red", 1000)
    assert cards_of(table, 2, 0) == {"green", "purple", "blue"}
    table.play(0, "look green", 1500)
    table.play(0, "wink green", 1600)
    assert cards_of(table, 2, 0) == {"green"}
    assert cards_of(table, 3, 0) == {"green", "purple", "blue"}
    table.play(2, "look cards", 1700)
    assert cards_of(table, 2, 0, at=60_000) == {"green"}  # who forgets nothing knows it still
    assert {world.winked[0] for world, _ in worlds(table, 2)} == {1}


def test_P3_4_a_glance_that_was_seen_tells_the_location() -> None:
    table = begun()
    table.play(0, "look green", 1000)
    table.play(1, "look metro", 1100)
    assert {world.place[1] for world, _ in worlds(table, 0)} == {1}
    assert len({world.place[1] for world, _ in worlds(table, 2)}) == 4


def test_P4_3_a_failed_completion_tells_where_the_contact_is_not() -> None:
    table = begun()
    table.play(0, "look green", 1000)
    table.play(0, "wink green", 1000)
    table.play(0, "complete green cafe", 1100, "agent blue")
    for viewer in (None, 0, 2):
        assert {world.place[1] for world, _ in worlds(table, viewer)} == {1, 2, 3}


def test_P5_2_an_accusation_makes_what_was_known_of_the_card_void() -> None:
    table = begun()
    table.play(2, "look red", 1000)
    table.play(0, "look green", 1000)
    table.play(0, "wink green", 2000)
    table.play(3, "call red green", 2100, "agent purple")
    assert cards_of(table, 2, 0) == {"green", "purple", "blue"}
    assert {world.wink_spent[0] for world, _ in worlds(table, 2)} == {1}  # that wink was for the card that is gone


def test_P3_3_whoever_comes_in_the_middle_of_a_wink_may_not_know_for_which_card_it_is() -> None:
    table = begun()
    table.play(0, "look green", 1000)
    table.play(0, "wink green", 2000)
    table.play(3, "call red green", 2100, "agent purple")
    table.play(2, "look red", 2200)
    assert cards_of(table, 2, 0) == {"green", "purple", "blue"}  # it may be for a new green card
    table.until(2000 + WINK)
    assert cards_of(table, 2, 0) == {"green", "purple", "blue"}  # it began at 2000: it was for the old one
    assert not {world.winked[0] for world, _ in worlds(table, 2)} - {0, 1}


def test_P3_3_also_where_the_host_names_the_starter_the_first_card_is_known_to_be_new() -> None:
    table = fresh(4, starter=0, wink_ms=3000)
    table.play(0, "draw", 1900, "agent green", "place cafe")
    table.play(0, "look green", 2000)
    table.play(0, "wink green", 2000)
    table.play(2, "look red", 3200)
    state: Any = table.match.state()
    assert {world.shown[2][0] for world, _ in worlds(table, 2)} == {state.shown[2][0]} == {0}


def test_P3_1_eyes_that_were_seen_to_move_still_rest() -> None:
    table = begun()
    table.play(2, "look red", 1000)
    table.play(0, "look blue", 1400)
    table.play(2, "look green", 1000 + LOOK)
    assert {world.gaze[0] for world, _ in worlds(table, 2, at=1400 + LOOK - 1)} == {3}
    assert len({world.gaze[0] for world, _ in worlds(table, 2, at=1400 + LOOK)}) > 2


def test_P7_2_all_know_where_the_eyes_are_after_a_second_automatic_pass() -> None:
    table = at_table(idle=[1, 0, 0, 0])
    table.until(12_000)
    assert table.told(2, "time_up") == [(12_000, 0)]
    table = begun()
    for _ in range(2):
        at = table["deadline"]
        table.until(at)
        for seat in (1, 2, 3):
            table.play(seat, "pass", at)
    assert {world.gaze[0] for world, _ in worlds(table, 2, at=at)} <= {12, 1, 2, 3, *range(8, 12)}


# exact frequencies: every way in which chance could have brought what was told


Script = list[tuple[int, str]]  # who does what, one after the other; no looks


def every_way(
    match: Match, script: Script, viewer: int | None, seen: list[dict[str, Any]], weight: Fraction
) -> Iterator[tuple[Match, Fraction]]:
    """All matches in which the viewer is told the same, with their probabilities."""
    told = match.events(viewer)
    if seen[: len(told)] != told:
        return
    if match.actors == (CHANCE,):
        outcomes = match.outcomes()
        total = sum(chance for _, chance in outcomes)
        for move, chance in outcomes:
            further = match.fork()
            further.play(CHANCE, move)
            yield from every_way(further, script, viewer, seen, weight * Fraction(chance, total))
    elif script:
        (seat, action), *rest = script
        if match.why_not(seat, action) is None:
            further = match.fork()
            further.play(seat, action)
            yield from every_way(further, rest, viewer, seen, weight)
    elif told == seen:
        yield match, weight


def drawn(script: Script, seats: int, start: dict[str, Any] | None, options: dict[str, Any], seed: int) -> Match:
    rng = random.Random(seed)
    match = GAME.match(seats, options, chance="manual", start=start)
    for seat, action in [*script, (-1, "")]:
        while match.actors == (CHANCE,):
            moves, weights = zip(*match.outcomes())
            match.play(CHANCE, rng.choices(moves, weights)[0])
        if seat >= 0:
            action = action.replace("CARD", HeldAgent(match.state().card[seat]).text)  # type: ignore[attr-defined]
            match.play(seat, action)
    return match


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_cards_of_the_first_round_have_their_exact_frequencies(viewer: int | None) -> None:
    script = [(0, "draw"), (1, "draw")]
    options = {"starter": 0, "cards_removed": 4}
    match = drawn(script, 3, None, options, 2)
    compare(match, script, 3, None, options, viewer)


@pytest.mark.parametrize("viewer", [None, 2])
def test_a_shuffle_tells_which_location_cards_were_in_hands(viewer: int | None) -> None:
    """Two draws empty the pile, a third shuffles the discards."""
    start = positioned()
    script = [(0, "discard cafe"), (1, "discard metro"), (2, "discard kiosk")]
    match = drawn(script, 3, start, {"calls": "free"}, 3)
    assert any(event["event"] == "reshuffled" for event in match.events(None))
    compare(match, script, 3, start, {"calls": "free"}, viewer)


def positioned() -> dict[str, Any]:
    table = at_table(
        ("green cafe", "purple metro", "red kiosk"), options={"calls": "free"}, places_left=["fountain", "metro"]
    )
    return table.match.truth()


def hands(state: Any, agents_too: bool) -> tuple[int, ...]:
    return (*state.place[: state.seats], *(state.card[: state.seats] if agents_too else ()))


def compare(match: Match, script: Script, seats: int, start: Any, options: dict[str, Any], viewer: int | None) -> None:
    seen = match.events(viewer)
    begin = GAME.match(seats, options, chance="manual", start=start)
    exact: Counter[tuple[int, ...]] = Counter()
    for world, weight in every_way(begin, script, viewer, seen, Fraction(1)):
        state = world.state()
        exact[hands(state, start is None)] += weight  # type: ignore[assignment]
    total = sum(exact.values())
    assert len(exact) > 1
    rng = random.Random(7)
    found: Counter[tuple[int, ...]] = Counter()
    draws = 2500
    for _ in range(draws):
        imagined, chance = GAME.imagine(match.view(viewer), seen, rng, match.now)
        found[hands(imagined, start is None)] += chance  # type: ignore[assignment]
    whole = sum(found.values())
    assert set(found) == set(exact)
    for held, share in exact.items():
        expected = float(share / total)
        assert abs(found[held] / whole - expected) < 6 * (expected * (1 - expected) / draws) ** 0.5 + 0.002


# properties


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([3, 4, 6]), st.booleans(), st.sampled_from(["private", "hybrid"]))
def test_every_imagined_world_looks_the_same_to_its_viewer(seed: int, seats: int, honour: bool, eyes: str) -> None:
    options = {"honour_code": honour, "eyes": eyes if seats < 6 else "private"}
    match = GAME.match(seats, options, str(seed))
    live = Live(match, dict.fromkeys(range(seats), "attentive" if seed % 2 else "random"), str(seed))
    rng = random.Random(seed)
    for _ in range(6):
        live.advance(match.now + rng.randrange(8000))
        if match.over:
            break
        for viewer in (None, rng.randrange(seats)):
            world, weight = GAME.imagine(match.view(viewer), match.events(viewer), rng, match.now)
            assert weight > 0
            GAME.require_sound(world)
            again, seen = view(world, -1 if viewer is None else viewer), match.view(viewer)
            assert again == {key: seen[key] for key in again}
            assert shown_to(world, -1 if viewer is None else viewer) == shown_to(
                match.state(), -1 if viewer is None else viewer
            )
