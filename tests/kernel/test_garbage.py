"""Whatever comes in, a typed error goes out, and nothing has changed."""

import copy
import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import topsecret
from tests.kernel import parley
from tests.peers import leduc
from tests.probes import glances, mirror
from topsecret import CHANCE, BadFile, Game, Match, NoSuchSeat, TopSecretError, UnknownAction, load
from topsecret.kernel.saved import verify

GAMES = {
    "parley": Game("parley", parley, parley),
    "glances": Game("glances", glances, glances, glances),
    "mirror": Game("mirror", mirror, mirror, mirror),
    "leduc": Game("leduc", leduc, leduc, leduc),
    **{game.id: game for game in topsecret.games()},
}
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())
many = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)

anything = st.characters(exclude_categories=())
text = st.text(anything, max_size=60)
numbers = st.integers() | st.integers(-2, 9) | st.floats()
plain = st.none() | st.booleans() | numbers | text
jsons = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4), max_leaves=8
)


def positions(game: Game) -> list[Match]:
    """Matches in different moments: waiting for an outcome, for a seat, over."""
    begun = game.match(chance="manual")
    going, over = game.match(seed="going"), game.match(seed="over")
    rng = random.Random(1)
    while not over.over:
        seat = rng.choice(over.actors)
        over.play(seat, rng.choice(over.legal(seat)))
    return [begun, going, over]


def refused(match: Match, attempt: Callable[[], Any]) -> bool:
    """Whether an attempt failed; it fails with a typed error only, and has then changed nothing."""
    before = match.save()
    try:
        attempt()
    except TopSecretError as problem:
        said = str(problem)
    else:
        return False
    assert match.save() == before
    assert 0 < len(said) < 3000
    return True


def words_of(game: Game) -> list[str]:
    """The words that its actions are made of, and their neighbours."""
    return [
        *sorted({word for move in game.actions for word in str(move).split()}),
        "-1",
        "99",
        "+",
        "{",
        "%s",
        "chance",
    ]


def nearly_an_action(game: Game) -> st.SearchStrategy[Any]:
    """The words of real actions, in any order; JSON objects with real names and any values."""
    words = words_of(game)
    families = [(family.name, [part.name for part in family.parts]) for family in game.actions.families]
    objects = st.sampled_from(families).flatmap(
        lambda one: st.fixed_dictionaries({"action": st.just(one[0])} | dict.fromkeys(one[1], jsons))
    )
    return st.lists(st.sampled_from(words), max_size=6).map(" ".join) | objects


# Actions, seats, times


@each_game
def test_any_text_or_json_as_an_action(game: Game) -> None:
    matches = positions(game)
    documents = [match.save() for match in matches]

    @many
    @given(jsons | text | nearly_an_action(game), st.integers(0, 1))
    def attempt(thing: Any, seat: int) -> None:
        for number, match in enumerate(matches):
            refused(match, partial(match.why_not, seat, thing))
            for who in (seat, CHANCE):
                if not refused(match, partial(match.play, who, thing)):
                    match = matches[number] = game.load(documents[number])

    attempt()


@each_game
def test_what_is_not_an_action_is_unknown(game: Game) -> None:
    match = positions(game)[1]
    before = match.save()
    for thing in (
        None,
        3,
        2.5,
        [],
        {},
        "",
        "\ud800",
        "x" * 10**6,
        "\n",
        object(),
        {"action": {}},
        {"action": "resign\0"},
        b"pass",
    ):
        with pytest.raises(UnknownAction):
            match.play(0, thing)
    assert match.save() == before


@each_game
def test_any_thing_as_a_seat(game: Game) -> None:
    match = positions(game)[1]

    @many
    @given(
        jsons.filter(lambda thing: thing is not None and not (isinstance(thing, int) and not isinstance(thing, bool)))
    )
    def attempt(seat: Any) -> None:
        for use in (match.view, match.events, match.legal, match.undo, match.can_undo):
            assert refused(match, partial(use, seat))
        assert refused(match, lambda: match.play(seat, match.legal(match.actors[0])[0]))
        assert refused(match, lambda: match.why_not(seat, match.legal(match.actors[0])[0]))

    attempt()
    for seat in (-1, 8, 10**5000, match.seats):
        with pytest.raises(NoSuchSeat):
            match.view(seat)


@each_game
def test_any_thing_as_a_time(game: Game) -> None:
    match = positions(game)[1]
    action = str(match.legal(match.actors[0])[0])

    @many
    @given(jsons.filter(lambda thing: not isinstance(thing, int) or isinstance(thing, bool) or not 0 <= thing < 2**31))
    def attempt(at: Any) -> None:
        assert refused(match, lambda: match.advance(at))
        if at is not None:
            assert refused(match, lambda: match.play(match.actors[0], action, at=at))

    attempt()


# Options and positions


@each_game
def test_any_thing_as_an_option(game: Game) -> None:
    names = st.sampled_from([*game.State.fields, "seats"])
    options = jsons | st.dictionaries(names, jsons, max_size=3)

    @many
    @given(options, jsons, jsons, jsons, jsons)
    def attempt(options: Any, seats: Any, seed: Any, chance: Any, entropy: Any) -> None:
        match = game.match(seed="any")
        refused(match, lambda: game.match(options=options))
        refused(match, lambda: game.match(seats=seats))
        refused(match, lambda: game.match(seed=seed))
        refused(match, lambda: game.match(chance=chance))
        refused(match, lambda: game.match(entropy=entropy))

    attempt()
    game.load(game.match(seed="half a pair: \ud800", entropy=("\udfff",)).save())


@each_game
def test_any_thing_as_a_position(game: Game) -> None:
    names = st.sampled_from([*game.State.fields, "seats"])

    @many
    @given(jsons | st.dictionaries(names, jsons, max_size=3))
    def attempt(start: Any) -> None:
        match = game.match(seed="any")
        refused(match, lambda: game.match(start=start))

    attempt()


def edited(document: Any, draw: Any) -> Any:
    """The document with one place replaced."""
    document = copy.deepcopy(document)
    place, key = document, draw(st.sampled_from(sorted(document)))
    while isinstance(place[key], dict | list) and place[key] and draw(st.booleans()):
        place = place[key]
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
    place[key] = draw(jsons)
    return document


@each_game
def test_a_position_with_one_place_changed(game: Game) -> None:
    whole = [match.truth() for match in positions(game)]

    @many
    @given(st.data())
    def attempt(data: Any) -> None:
        start = edited(data.draw(st.sampled_from(whole)), data.draw)
        match = game.match(seed="any")
        refused(match, lambda: game.match(start=start))

    attempt()


# Saved matches


@each_game
def test_any_thing_as_a_saved_match(game: Game) -> None:
    @many
    @given(jsons | text | st.binary(max_size=60) | jsons.map(json.dumps))
    def attempt(document: Any) -> None:
        with pytest.raises(BadFile):
            game.load(document)
        with pytest.raises(BadFile):
            load(document)
        assert verify(document, game) and verify(document)

    attempt()


@each_game
@pytest.mark.parametrize("version", [0, 1], ids=["same version", "other version"])
def test_a_saved_match_with_one_place_changed(game: Game, version: int) -> None:
    whole = [dict(match.save(), rules=game.version + version) for match in positions(game)]

    @many
    @given(st.data())
    def attempt(data: Any) -> None:
        document = edited(data.draw(st.sampled_from(whole)), data.draw)
        try:
            match = game.load(document)
        except BadFile:
            assert verify(document, game)
            return
        for viewer in (None, 0):  # what opens can be looked at
            match.view(viewer), match.events(viewer)
        assert game.load(match.save()).truth() == match.truth()

    attempt()
