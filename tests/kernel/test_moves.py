"""Actions, outcomes and events: code, text and JSON, both directions, of every kind of part."""

from typing import Any

import pytest

from topsecret.kernel import (
    Families,
    Names,
    OneOf,
    Seat,
    SomeOf,
    Spread,
    Whole,
    action,
    chance,
    event,
    everyone,
    owner,
    spread_start,
    spreads,
)
from topsecret.kernel.errors import DeclarationError, UnknownAction
from topsecret.kernel.families import FamiliesType
from topsecret.kernel.moves import Codebook, Move


class Agent(Names):
    RED = 0
    BLUE = 1
    GREEN = 2


class Site(Names):
    CAFE = 0
    STREET_CAFE = 1
    METRO = 2
    METRO_STATION_NORTH = 3
    NORTH = 4


class Silent(Names):
    NOTHING = 0
    LOUD = 1

    @property
    def text(self) -> str:
        return "" if self is Silent.NOTHING else "aloud"


class Actions(Families):
    move = action("{points}", points=Spread(Agent, 4), to=everyone)
    go = action("go {site}", site=OneOf(Site), to=everyone)
    swap = action("card swap {one} {other}", one=OneOf(Site), other=OneOf(Site), to=everyone)
    bid = action("bid {much}", much=Whole(-3, 12), to=everyone)
    accuse = action("accuse {who} of {whom}", who=Seat(), whom=Seat(), to=everyone)
    choose = action("choose {agents}", agents=SomeOf(Agent, 0, 2), to=everyone)
    place = action("{agent} to {site}", agent=OneOf(Agent), site=OneOf(Site), to=everyone)
    call = action("call {how}", how=OneOf(Silent), to=everyone)
    rest = action("pass", to=everyone)


BOOK = Codebook(Actions.families)


def test_codes_are_dense_and_every_action_comes_back_from_code_text_and_json() -> None:
    every = list(BOOK)
    assert [move.code for move in every] == list(range(BOOK.size))
    texts = set()
    for move in every:
        assert BOOK.move(move.code) == move
        assert BOOK.read(str(move)) == move, str(move)
        assert BOOK.read(str(move).upper()) == move
        assert BOOK.read(move.json) == move
        assert BOOK.read(move) is move
        values = move._family.values(move.code)
        assert move._family.code(values) == move.code
        texts.add(str(move))
    assert len(texts) == BOOK.size


@pytest.mark.parametrize(
    ("text", "family", "params"),
    [
        ("red+2 green+1", "move", {"points": {"red": 2, "green": 1}}),
        ("green+1 red+2", "move", {"points": {"red": 2, "green": 1}}),
        ("go street cafe", "go", {"site": "street cafe"}),
        ("go cafe", "go", {"site": "cafe"}),
        ("card swap metro north", "swap", {"one": "metro", "other": "north"}),
        ("card swap metro station north metro", "swap", {"one": "metro station north", "other": "metro"}),
        ("card swap street cafe cafe", "swap", {"one": "street cafe", "other": "cafe"}),
        ("bid -3", "bid", {"much": -3}),
        ("accuse 1 of 0", "accuse", {"who": 1, "whom": 0}),
        ("choose", "choose", {"agents": []}),
        ("choose green red", "choose", {"agents": ["red", "green"]}),
        ("  Red   TO  Metro ", "place", {"agent": "red", "site": "metro"}),
        ("call", "call", {"how": ""}),
        ("call aloud", "call", {"how": "aloud"}),
        ("pass", "rest", {}),
    ],
)
def test_texts_are_read_as_people_mean_them(text: str, family: str, params: dict[str, Any]) -> None:
    move = BOOK.read(text)
    assert (move.family, move.params) == (family, params)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "go", "go north pole", "card swap metro", "bid 13", "bid +1", "bid 1.0", "bid 1_0", "bid ٣", "red+2 red+1", "red+0",
        "red+5",
        "red+2 green+3", "red +2", "red+2 pass", "accuse 8 of 0", "choose red red", "choose red blue green", "pass pass", "call quietly",
        "choose\x00red", "go " + "street " * 200, "x" * 5000, "red+99999999999999999999",
    ],
)  # fmt: skip
def test_other_texts_are_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(UnknownAction) as problem:
        BOOK.read(text)
    assert "go cafe|street cafe|metro|metro station north|north" in problem.value.expected
    assert len(problem.value.came) <= 80


@pytest.mark.parametrize(
    "thing",
    [
        {}, {"action": "go"}, {"action": "go", "site": 1}, {"action": "go", "site": "cafe", "more": 1}, {"action": ["go"]}, {"go": "cafe"},
        {"action": "move", "points": {"red": True}}, {"action": "move", "points": {"red": 9}}, {"action": "move", "points": {}},
        {"action": "move", "points": {"red": 1, "RED": 1}}, {"action": "bid", "much": "3"}, {"action": "bid", "much": True},
        {"action": "choose", "agents": ["red", "red"]}, {"action": "choose", "agents": "red"}, {"chance": "go", "site": "cafe"},
        {"action": "rest", "x": None}, None, 3, [], ["pass"], b"pass", 2.5,
    ],
)  # fmt: skip
def test_other_json_is_refused(thing: Any) -> None:
    with pytest.raises(UnknownAction):
        BOOK.read(thing)


def test_a_move_of_another_game_is_refused() -> None:
    class Others(Families):
        go = action("go {site}", site=OneOf(Site), to=everyone)

    with pytest.raises(UnknownAction):
        BOOK.read(Codebook(Others.families).move(0))
    with pytest.raises(UnknownAction):
        BOOK.read(Move(Actions.go, 10**6))


def test_a_text_that_two_families_could_mean_goes_to_the_one_declared_first() -> None:
    """Such declarations are a mistake: the round trip shows it."""

    class Ambiguous(Families):
        first = action("take {site}", site=OneOf(Site), to=everyone)
        second = action("take {what}", what=OneOf(Agent), to=everyone)
        third = action("take metro", to=everyone)

    book = Codebook(Ambiguous.families)
    assert book.read("take red").family == "second"
    assert book.read("take metro").family == "first"
    assert [str(move) for move in book if book.read(str(move)) != move] == ["take metro"]


def test_words_that_could_be_cut_in_two_ways_are_read_so_that_all_fits() -> None:
    assert BOOK.read("card swap metro station north north").params == {"one": "metro station north", "other": "north"}
    assert BOOK.read("card swap north metro station north").params == {"one": "north", "other": "metro station north"}


def test_a_spread_is_one_action_and_fewer_points_come_first() -> None:
    ways = spreads(Agent, 4)
    starts = spread_start(3, 4)
    assert len(ways) == len(set(ways)) == starts[-1]
    for points in range(1, 5):
        assert {sum(way) for way in ways[starts[points] : starts[points + 1]]} == {points}


def test_events_need_no_text() -> None:
    class Told(Families):
        scored = event(seat=Seat(), points=Whole(-3, 10), to=everyone)

    assert Told.scored.json((1, -3)) == {"event": "scored", "seat": 1, "points": -3}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: action("go {x}", y=Seat(), to=everyone), "names"),
        (lambda: action("go", y=Seat(), to=everyone), "names"),
        (lambda: action("go {seat}", seat=Seat(), to=everyone), "cannot be called 'seat'"),
        (lambda: action("go {at}", at=Seat(), to=everyone), "cannot be called 'at'"),
        (lambda: action("go {x} {y}", x=Whole(0, 99), y=Whole(0, 99), to=everyone), "at most 8192 codes"),
        (lambda: action("go", draft=True, to=everyone), "expected to=owner"),
        (lambda: event(x=Seat(), to=owner), "needs `seat=Seat"),
        (lambda: event(x=Seat(to=owner), to=everyone), "needs `seat=Seat"),
        (lambda: chance("go {x}", x=Seat(to=owner), to=everyone), "needs whose="),
    ],
)
def test_a_wrong_declaration_stops_the_import_and_names_the_family(make: Any, said: str) -> None:
    with pytest.raises(DeclarationError, match=rf"Wrong\.go.*{said}"):
        FamiliesType("Wrong", (Families,), {"go": make()})


def test_moves_compare_by_what_they_are() -> None:
    assert BOOK.read("pass") == BOOK.read("PASS") and hash(BOOK.read("pass")) == hash(BOOK.read("PASS"))
    assert BOOK.read("pass") != BOOK.read("call") and BOOK.read("pass") != "pass"
    assert repr(BOOK.read("bid -3")).startswith("<action ") and "bid -3" in repr(BOOK.read("bid -3"))
