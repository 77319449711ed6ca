"""A match can be seen again through any eyes, and every outcome can be drawn again from the secret."""

import hashlib
import hmac
import json
import random
from typing import Any

import pytest

from tests.kernel.test_feed import EVERY, go_on
from topsecret.kernel import Game, Match, load
from topsecret.kernel.errors import NoSuchSeat
from topsecret.kernel.feed import Feed
from topsecret.kernel.laws.driver import spread
from topsecret.kernel.registry import game
from topsecret.kernel.replay import Outcome, outcomes, replay


def played(game: Game, seats: int, options: Any, most: int = 100, chance: str = "fair") -> Match:
    rng = random.Random(f"{game.id} {seats} {options}")
    match = game.match(seats, options, seed=f"replay {seats}", entropy=("salt", "ü \"'\u2028"), chance=chance)
    while most and go_on(match, rng):
        most -= 1
    return match


CASES = [
    pytest.param(each, seats, options, id=f"{each.id}-{seats}-{json.dumps(options)}")
    for each in EVERY
    for seats, options in spread(each)[::4]
]


def applied(first: dict[str, Any], steps: list[dict[str, Any]]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    view = dict(first)
    events: list[dict[str, Any]] = []
    for step in steps:
        assert step["events"] or step["changes"]
        view |= step["changes"]
        events += [{"n": n} | event for n, event in enumerate(step["events"], len(events) + 1)]
    return view, events


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_a_replay_leads_every_viewer_to_what_it_sees_now(game: Game, seats: int, options: Any) -> None:
    match = played(game, seats, options)
    before = match.dumps()
    for eyes in (None, *range(seats)):
        first, steps = replay(match, eyes)
        view, events = applied(first, steps)
        assert json.dumps(view) == json.dumps(match.view(eyes))
        assert json.dumps(events) == json.dumps(match.events(eyes))
        loaded = (
            replay(load(before), eyes) if game.folder else None
        )  # a game of these tests cannot be found by its name
        assert loaded is None or (loaded.first, loaded.steps) == (first, steps)
    assert match.dumps() == before


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_with_everything_shown_nothing_is_hidden(game: Game, seats: int, options: Any) -> None:
    match = played(game, seats, options)
    first, steps = replay(match, "all")
    view, events = applied(first, steps)
    assert view.keys() == match.view().keys()
    truth = match.truth() | {"actors": match.view()["actors"], "result": match.result}
    truth["now"], view["now"] = 0, 0  # time may have passed since
    assert {name: view[name] for name in truth} == truth
    told = [event for event in events if event["event"] != "undone"]
    assert all(None not in event.values() for event in told)
    assert len(events) >= max(len(match.events(seat)) for seat in (None, *range(seats)))


def test_a_replay_gives_the_steps_that_were_given_live() -> None:
    match = game("spies").match(4, {"cards": True, "dossier": True}, seed="live")
    feed, rng = Feed(match), random.Random(5)
    for _ in range(60):
        go_on(match, rng)
    for eyes in (None, 0, 1, 2, 3):
        live = feed.take(eyes)
        assert replay(match, eyes).steps[-len(live) :] == live


def test_an_undone_action_is_told_with_the_numbers_that_it_strikes() -> None:
    match = game("spies").match(2, {"cards": True}, chance="manual", seed="undo")
    rng = random.Random(0)
    while not any(entry.sort == "undo" for entry in match.entries):
        assert go_on(match, rng)
    events = applied(*replay(match, "all"))[1]
    undone = next(event for event in events if event["event"] == "undone")
    assert undone["events"] and all(0 < number < undone["n"] for number in undone["events"])


@pytest.mark.parametrize("eyes", [4, -1, True, "everything", 1.0])
def test_other_eyes_are_refused(eyes: Any) -> None:
    with pytest.raises(NoSuchSeat):
        replay(game("spies").match(4, seed="eyes"), eyes)


def test_a_match_that_can_only_be_looked_at_shows_its_position() -> None:
    document = played(game("spies"), 3, {}, 9).save()
    document["rules"], document["hashes"] = 0, ["other rules"] * len(document["hashes"])
    match = load(document)
    first, steps = replay(match, None)
    assert steps == [] and first == match.view() and outcomes(match) == []


# outcomes


def drawn_again(proof: dict[str, Any], outcome: Outcome) -> str:
    """The recipe as anybody would follow it: nothing of this package."""
    message = [proof["table"], proof["entropy"], outcome.family, outcome.occurrence]
    text = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
    digest = hmac.new(bytes.fromhex(proof["secret"]), text, hashlib.sha256).hexdigest()
    number = int(digest, 16) * sum(weight for _, weight in outcome.possible) // 2**256
    for name, weight in outcome.possible:
        if number < weight:
            return name
        number -= weight
    raise AssertionError("the weights do not reach the number")


@pytest.mark.parametrize(("game", "seats", "options"), CASES)
def test_every_outcome_can_be_drawn_again_from_the_secret_alone(game: Game, seats: int, options: Any) -> None:
    match = played(game, seats, options, 200)
    document = match.save()
    found = outcomes(match)
    assert [outcome.drawn for outcome in found] == [line[1] for line in document["log"] if line[0] == "chance"]
    for outcome in found:
        assert outcome.drawn == drawn_again(document["fairness"], outcome)
        assert all(weight > 0 for _, weight in outcome.possible)
    for family in {outcome.family for outcome in found}:
        counted = [outcome.occurrence for outcome in found if outcome.family == family]
        assert counted == list(range(len(counted)))
    proof = document["fairness"]
    start = b"topsecret commitment\0" + proof["table"].encode() + b"\0"
    assert proof["commitment"] == hashlib.sha256(start + bytes.fromhex(proof["secret"])).hexdigest()


def test_outcomes_played_by_hand_are_listed_too() -> None:
    match = played(game("spies"), 3, {"cards": True}, 40, "manual")
    assert [outcome.drawn for outcome in outcomes(match)] == [text for who, text in match.log() if who not in range(3)]
