"""S4: the end of the game."""

import pytest

from topsecret import NotYourTurn

from .builders import Table, at_table


def last_turn(seats: int = 4, place: dict[str, str | int] | None = None, marker: dict[str, int] | None = None) -> Table:
    """Red goes from the church to the safe in building 1, everybody scores, and the safe is moved."""
    table = at_table(seats, place=place, marker=marker, safe=1)
    table.roll_and_move("1-3", "red+1")
    table.play(0, "safe 5")
    return table


def test_S4_1_the_game_ends_after_the_turn_in_which_a_marker_reaches_42() -> None:
    table = at_table(marker={"red": 41}, safe=1)
    table.roll_and_move("1-3", "red+1")
    assert table.marker("red") == 42
    assert not table.match.over and table.match.actors == (0,)  # the safe is still moved
    table.play(0, "safe 5")
    assert table.match.over and table.match.actors == ()
    assert table.safe == "5"
    assert "last_turn_over" in table.told()


def test_S4_1_a_free_agent_can_end_it_too() -> None:
    table = last_turn(place={"gray": 10}, marker={"gray": 32})
    assert table.match.over


def test_S4_1_41_is_not_enough() -> None:
    table = last_turn(marker={"red": 40})
    assert not table.match.over
    assert (table.turn, table.phase) == (1, "roll")


def test_S4_1_nobody_acts_after_the_end() -> None:
    table = last_turn(marker={"red": 41})
    with pytest.raises(NotYourTurn):
        table.play(0, "safe 3")


def test_S4_2_all_identities_are_shown_at_the_end() -> None:
    table = at_table(marker={"red": 41}, safe=1)
    table.roll_and_move("1-3", "red+1")
    assert not {"revealed", "was_free"} & set(table.told())
    table.play(0, "safe 5")
    events = table.match.events()
    assert [(e["seat"], e["agent"]) for e in events if e["event"] == "revealed"] == [
        (0, "red"),
        (1, "blue"),
        (2, "green"),
        (3, "yellow"),
    ]
    assert [e["agent"] for e in events if e["event"] == "was_free"] == ["violet", "orange", "gray"]
    assert table.match.view()["holds"] == table.now["holds"]


def test_S4_2_the_farthest_player_wins() -> None:
    table = last_turn(place={"blue": 3}, marker={"red": 41, "blue": 40})
    assert table.match.result == {
        "winners": [1],
        "scores": [42, 43, 0, 0],
        "reason": {"code": "farthest", "rule": "S4.2"},
    }


def test_S4_2_the_reveal_cannot_be_taken_back() -> None:
    table = last_turn(marker={"red": 41})
    assert not table.match.can_undo(0)


def test_S4_3_players_level_in_front_share_the_win() -> None:
    table = last_turn(place={"green": 2}, marker={"red": 41, "green": 40})
    assert table.match.result is not None
    assert table.match.result["winners"] == [0, 2]
    assert table.match.result["reason"] == {"code": "shared", "rule": "S4.3"}


def test_S4_3_a_player_level_with_a_free_agent_wins() -> None:
    table = last_turn(place={"gray": 2}, marker={"red": 41, "gray": 40})
    assert (table.marker("red"), table.marker("gray")) == (42, 42)
    assert table.match.result is not None
    assert table.match.result["winners"] == [0]
    assert table.match.result["reason"] == {"code": "farthest", "rule": "S4.2"}


def test_S4_3_players_level_with_each_other_and_with_a_free_agent_share() -> None:
    table = last_turn(place={"gray": 2, "blue": 1}, marker={"red": 41, "gray": 40, "blue": 41})
    assert table.match.result is not None
    assert table.match.result["winners"] == [0, 1]


def test_S4_3_nobody_wins_if_only_a_free_agent_is_in_front() -> None:
    table = last_turn(place={"gray": 2}, marker={"red": 41, "gray": 41})
    assert table.match.result == {
        "winners": [],
        "scores": [42, 0, 0, 0],
        "reason": {"code": "free_agent", "rule": "S4.3"},
    }


def test_S4_3_a_free_agent_behind_the_winner_is_of_no_matter() -> None:
    table = last_turn(place={"gray": 2}, marker={"red": 41, "gray": 38})
    assert table.match.result is not None
    assert table.match.result["winners"] == [0]


def test_S4_3_a_free_agent_that_passes_42_can_still_be_behind_a_player() -> None:
    table = last_turn(place={"gray": 10, "yellow": 10}, marker={"red": 41, "gray": 33, "yellow": 34})
    assert table.match.result is not None
    assert table.match.result["winners"] == [3]
