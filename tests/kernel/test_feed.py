"""What the feed gives leads from one view to the next exactly, and shows no trace of what its viewer cannot see."""

import importlib
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.broken import base
from topsecret.kernel import Game
from topsecret.kernel.audience import SPECTATOR
from topsecret.kernel.errors import NoSuchSeat
from topsecret.kernel.feed import Feed
from topsecret.kernel.game import shown_to
from topsecret.kernel.laws.driver import as_seat, enter, some_step, spread
from topsecret.kernel.log import carry_out
from topsecret.kernel.marks import FAR_BACK
from topsecret.kernel.match import CHANCE, Match
from topsecret.kernel.registry import game, games
from topsecret.kernel.view import view
from topsecret.kernel.visibility import shows_more, visibility

HERE = Path(__file__).parents[1]
PROBES = [
    Game(name, module, module, module)
    for name in ("glances", "mirror")
    for module in [importlib.import_module(f"tests.probes.{name}")]
]
EVERY = [Game("honest", base, base, base), *PROBES, *games()]


def cases() -> list[Any]:
    return [
        pytest.param(each, seats, options, id=f"{each.id}-{seats}-{json.dumps(options)}")
        for each in EVERY
        for seats, options in spread(each)[:: 1 if each.id == "spies" else 3]
    ]


def go_on(match: Match, rng: random.Random) -> bool:
    """Something happens, now and then an undo or time that passes; False when it is over."""
    undoable = [seat for seat in range(match.seats) if match.can_undo(seat)]
    if undoable and rng.random() < 0.15:
        match.undo(rng.choice(undoable))
        return True
    if match.game.State.timed and rng.random() < 0.2:
        match.advance(match.now + rng.randrange(3000))
        return True
    step = some_step(match.game, match.state(), rng)
    if step is None:
        return False
    enter(match, step)
    return True


def names_of(actors: tuple[Any, ...]) -> list[Any]:
    return [actor if actor is not CHANCE else "chance" for actor in actors]


class Follower:
    """Keeps the picture of one viewer by its steps alone."""

    def __init__(self, match: Match, feed: Feed, seat: int | None) -> None:
        self.match, self.feed, self.seat = match, feed, seat
        self.view, self.events = match.view(seat), match.events(seat)
        self.steps = 0
        self.checked: Any = None  # the last moment that was checked
        self.compared = 0  # how many of the events were

    def catch_up(self) -> None:
        for step in self.feed.take(self.seat):
            assert step["events"] or step["changes"]
            assert list(step) == ["events", "changes"]
            assert step["changes"].keys() <= self.view.keys()
            self.view |= step["changes"]
            self.events += [{"n": n} | event for n, event in enumerate(step["events"], len(self.events) + 1)]
            self.steps += 1

    def check(self) -> None:
        """The fields are what the declarations say; the rest, and all that is new in the log, is what the match says."""
        moment = (len(self.match.entries), self.match.now)
        if moment == self.checked:
            return
        self.checked = moment
        shown = view(self.match.position, SPECTATOR if self.seat is None else self.seat)
        assert json.dumps({name: self.view[name] for name in shown}) == json.dumps(shown)
        result = self.match.result
        assert json.dumps([self.view["actors"], self.view["result"]]) == json.dumps(
            [names_of(self.match.actors), result]
        )
        new = self.match.events(self.seat, self.compared)
        assert json.dumps(self.events[self.compared :]) == json.dumps(new)
        self.compared += len(new)

    def check_whole(self) -> None:
        """View and log from the beginning are what the match says."""
        assert json.dumps(self.view) == json.dumps(self.match.view(self.seat))
        assert json.dumps(self.events) == json.dumps(self.match.events(self.seat))


@pytest.mark.parametrize("chance", ["manual", "fair"])
@pytest.mark.parametrize(("game", "seats", "options"), cases())
def test_steps_lead_from_view_to_view_after_every_entry(game: Game, seats: int, options: Any, chance: str) -> None:
    rng = random.Random(f"{game.id} {seats} {options} {chance}")
    match = game.match(seats, options, seed="feed", chance=chance)
    feed = Feed(match)
    followers = [Follower(match, feed, seat) for seat in (None, *range(seats))]

    def look() -> None:
        for follower in followers:
            if rng.random() < 0.7:  # sometimes several steps come at once
                follower.catch_up()
                follower.check()

    match.watch(look)
    for number in range(150):
        going = go_on(match, rng)
        for follower in followers:  # time may have passed without an entry
            follower.catch_up()
            follower.check()
        followers[number % len(followers)].check_whole()
        if not going:
            break
    for follower in followers:
        follower.check_whole()
    assert all(follower.steps for follower in followers if follower.events)


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_what_is_remembered_of_audiences_is_what_the_rules_say(game: Game) -> None:
    rng = random.Random(game.id)
    for seats, options in spread(game)[:6]:
        match = game.match(seats, options, chance="manual")
        found = visibility(game.State, seats)
        for _ in range(60):
            before = match.state()
            if not go_on(match, rng):
                break
            after = match.state()
            for viewer in range(SPECTATOR, seats):
                assert json.dumps(found.view(after, viewer)) == json.dumps(view(after, viewer))
            more = [shown_to(after, viewer) - shown_to(before, viewer) for viewer in range(SPECTATOR, seats)]
            assert shows_more(found.visible_cells(before), found.visible_cells(after)) == any(more)


@pytest.mark.parametrize("game", EVERY, ids=repr)
def test_looking_back_from_a_mark_is_looking_back_from_the_beginning(game: Game) -> None:
    rng = random.Random(game.id)
    match = game.match(game.usual_seats, seed="marks")
    for _ in range(2 * FAR_BACK):
        if not go_on(match, rng):
            break
        for length in {len(match.entries), rng.randrange(len(match.entries) + 1)}:
            state = match.entries.begin.copy()
            for number in match.entries.standing:
                if number < length:
                    carry_out(game, state, match.entries[number], None)
            assert match.entries.position_after(length).values() == state.values()


def test_only_those_who_follow_are_worked_for() -> None:
    match = game("spies").match(4, {"cards": True}, seed="follow")
    feed = Feed(match, [2])
    before = match.view(1)
    rng = random.Random(1)
    for _ in range(10):
        go_on(match, rng)
    with pytest.raises(KeyError):
        feed.take(1)
    feed.follow(1)
    feed.follow(1)
    assert feed.take(1) == [] and before != match.view(1)
    follower = Follower(match, feed, 1)
    for _ in range(10):
        go_on(match, rng)
    follower.catch_up()
    follower.check_whole()
    assert feed.take(2)
    feed.forget(2)
    with pytest.raises(KeyError):
        feed.take(2)
    with pytest.raises(NoSuchSeat):
        feed.take(7)
    feed.close()
    go_on(match, rng)
    assert feed.take(1) == []


def test_what_is_public_is_spelled_once_and_shared() -> None:
    match = game("spies").match(4, seed="shared")
    feed = Feed(match)
    match.play(match.actors[0], match.legal(match.actors[0])[0])
    steps = [feed.take(viewer) for viewer in (None, 0, 1, 2, 3)]
    assert steps[0] and all(step is common for mine in steps for step, common in zip(mine, steps[0], strict=True))


def test_a_change_that_a_viewer_cannot_see_leaves_no_step() -> None:
    spies = game("spies")
    match = spies.match(4, {"dossier": True}, seed="quiet")
    rng = random.Random(2)
    feed = Feed(match)
    quiet = 0
    while not match.over:
        before = {viewer: match.view(as_seat(viewer)) for viewer in range(SPECTATOR, 4)}
        heard = {viewer: len(match.events(as_seat(viewer))) for viewer in before}
        entries = len(match.entries)
        assert go_on(match, rng)
        for viewer, earlier in before.items():
            steps = feed.take(as_seat(viewer))
            same = match.view(as_seat(viewer)) == earlier and len(match.events(as_seat(viewer))) == heard[viewer]
            if same and len(match.entries) == entries + 1:
                quiet += 1
                assert steps == []
    assert quiet > 0


def test_forgetting_which_answers_are_alike_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("topsecret.kernel.visibility.MOST_ALIKE", 1)
    for name in ("spies", "briefcase"):
        rng, match = random.Random(name), game(name).match(seed="alike")
        feed = Feed(match)
        followers = [Follower(match, feed, seat) for seat in (None, *range(match.seats))]
        for _ in range(40):
            go_on(match, rng)
            for follower in followers:
                follower.catch_up()
                follower.check()
