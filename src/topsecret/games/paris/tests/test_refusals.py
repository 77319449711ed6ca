"""What a newcomer may try and cannot do: the refusal names the right rule, in words that help."""

from collections.abc import Callable

import pytest

from topsecret import IllegalAction

from .builders import GAME, Table, at_table, fresh


def drawing() -> Table:
    """The first round: seat 0 has the case and has not drawn yet."""
    return fresh(4)


def between_deals() -> Table:
    table = at_table(options={"deals": 2}, left=[], winked=(0,))
    table.play(0, "complete green metro", 0)
    return table


def looking(sight: str, **options: object) -> Table:
    """Seat 0 looks there; the eyes have rested since."""
    table = at_table(options=options)
    table.play(0, f"look {sight}", 0)
    table.until(1000)
    return table


def winking() -> Table:
    table = looking("green")
    table.play(0, "wink green", 1000)
    return table


CASES: list[tuple[str, Callable[[], Table], int, str, str, str]] = [
    # the position, who tries, what, the rule, the words
    ("first round", drawing, 1, "draw", "P2.1", "you draw when the case comes to you"),
    ("first round", drawing, 0, "pass", "P2.1", "in the first round the case is only for drawing"),
    ("first round", drawing, 1, "pass", "P2.1", "in the first round the case is only for drawing"),
    ("first round", drawing, 0, "discard green", "P2.1", "in the first round the case is only for drawing"),
    ("first round", drawing, 0, "complete green cafe", "P2.1", "in the first round the case is only for drawing"),
    ("first round", drawing, 0, "ready", "P1.3", "the deal is not over yet"),
    (
        "first round",
        drawing,
        0,
        "look cafe",
        "P3.4",
        "the honour code lets you look only at the location on your own card",
    ),
    ("first round", drawing, 0, "call green blue", "P5.2", "that player holds no agent card right now"),
    (
        "the deal",
        at_table,
        0,
        "draw",
        "P2.1",
        "the first round is over: new cards come only when yours leave your hand",
    ),
    ("the deal", at_table, 0, "ready", "P1.3", "the deal is not over yet"),
    ("the deal", at_table, 1, "pass", "P2.4", "you do not have the case"),
    ("the deal", at_table, 1, "discard purple", "P2.4", "you do not have the case"),
    ("the deal", at_table, 1, "complete purple kiosk", "P2.4", "you do not have the case"),
    ("the deal", at_table, 0, "discard blue", "P2.6", "you do not hold that card now"),
    ("the deal", at_table, 0, "discard green metro", "P2.6", "you do not hold that card now"),
    ("the deal", at_table, 0, "complete blue cafe", "P2.6", "you do not hold that card now"),
    (
        "the deal",
        at_table,
        0,
        "complete green metro",
        "P4.1",
        "first wink at your contact: you have not done so since you drew this card",
    ),
    (
        "the deal",
        at_table,
        0,
        "look red",
        "P3.1",
        "you cannot look at yourself: choose another player, a location or your cards",
    ),
    ("the deal", at_table, 0, "look white", "P1.1", "nobody at this table plays that colour"),
    ("the deal", at_table, 0, "wink white", "P1.1", "nobody at this table plays that colour"),
    ("the deal", at_table, 0, "wink green", "P3.3", "look at that player before you wink"),
    (
        "looks at blue",
        lambda: looking("blue"),
        0,
        "wink blue",
        "P3.4",
        "the honour code lets you wink only at the player on your agent card",
    ),
    ("winks", winking, 0, "wink green", "P3.3", "your last wink is not over yet"),
    ("the deal", at_table, 0, "call green white", "P1.1", "nobody at this table plays that colour"),
    ("the deal", at_table, 0, "call green red", "P5.1", "name two different players, neither of them yourself"),
    ("the deal", at_table, 0, "call green green", "P5.1", "name two different players, neither of them yourself"),
    (
        "the deal",
        at_table,
        0,
        "call green purple",
        "P5.3",
        "that player's agent card has only just changed: the call does not count, and you keep your chip",
    ),
    (
        "witnessed calls",
        lambda: looking("green", calls="witnessed"),
        0,
        "call green purple",
        "P5.5",
        "at this table you can only call a wink that you have seen",
    ),
    (
        "no chip",
        lambda: at_table(chips=[0, 3, 3, 3]),
        0,
        "call green purple",
        "P5.1",
        "you have no observation chip left",
    ),
    ("between deals", between_deals, 0, "look green", "P6.1", 'this deal is over: say "ready" to go on with the next'),
    ("between deals", between_deals, 0, "pass", "P6.1", 'this deal is over: say "ready" to go on with the next'),
    ("between deals", between_deals, 0, "draw", "P6.1", 'this deal is over: say "ready" to go on with the next'),
]


@pytest.mark.parametrize(("position", "table", "seat", "tried", "rule", "words"), CASES)
def test_what_is_refused_says_which_rule_and_why(
    position: str, table: Callable[[], Table], seat: int, tried: str, rule: str, words: str
) -> None:
    match = table().match
    with pytest.raises(IllegalAction) as problem:
        match.play(seat, tried, at=match.now)
    assert (problem.value.rule, problem.value.words) == (rule, words)


def test_eyes_that_have_just_moved_need_a_moment() -> None:
    table = at_table()
    table.play(0, "look green", 0)
    with pytest.raises(IllegalAction) as problem:
        table.match.play(0, "look blue", at=449)
    assert (problem.value.rule, problem.value.words) == ("P3.1", "your eyes have just moved: give them a moment")


def test_what_follows_from_the_cards_may_be_left_out_of_a_start_position() -> None:
    start = {
        "phase": "play",
        "first_round": False,
        "deadline": 12_000,
        "card": ["green", "purple", "blue", "red"],
        "place": ["cafe", "metro", "kiosk", "kiosk"],
        "agent_discards": {"red": 2},
        "gaze": ["green", "cards", "cards", "cards"],
    }
    now = GAME.match(4, {"cards_removed": 2}, start=start, chance="manual").truth()
    assert now["agent_held"] == now["place_held"] == [True] * 4
    assert [now["unseen"][agent] for agent in ("red", "green", "purple", "blue", "yellow")] == [4, 6, 6, 6, 0]
    assert now["pile"] == 22 - 2 * 4
    assert now["places_left"] == {"cafe": 7, "metro": 7, "kiosk": 6, "fountain": 8}
    assert now["place_pile"] == 28
    assert now["facing"] == ["green", "away", "away", "away"]
