"""S1: what is in the box."""

from topsecret.games.spies.box import COPIES, VALUE, Agent, Building, Face

from .builders import GAME, at_table


def test_S1_1_twelve_buildings_stand_in_a_ring() -> None:
    assert [building.text for building in Building] == ["church", *map(str, range(1, 11)), "ruins"]
    assert VALUE == (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -3)


def test_S1_1_after_the_ruins_comes_the_church() -> None:
    table = at_table(place={"red": 10})
    table.roll_and_move(2, "red+2")
    assert table.place("red") == "church"


def test_S1_2_seven_agents_have_their_colours_and_names() -> None:
    names = {agent.text: GAME.words().name(Agent, agent.text, "name") for agent in Agent}
    assert names == {
        "red": "Jaques",
        "blue": "Doyle",
        "green": "Mirkov",
        "yellow": "Perry",
        "violet": "Larsson",
        "orange": "Bucci",
        "gray": "Schulz",
    }


def test_S1_3_the_die_has_five_numbers_and_one_choice() -> None:
    assert [face.text for face in Face] == ["1-3", "2", "3", "4", "5", "6"]
    table = at_table()
    assert [(str(move), weight) for move, weight in table.match.outcomes()] == [
        (f"roll {face}", 1) for face in ("1-3", "2", "3", "4", "5", "6")
    ]


def test_S1_4_a_marker_may_go_past_42() -> None:
    table = at_table(place={"red": 9, "blue": 10}, marker={"red": 41, "blue": 41}, safe=10)
    table.roll_and_move("1-3", "red+1")
    assert (table.marker("red"), table.marker("blue")) == (51, 51)


def test_S1_4_a_marker_is_never_below_0() -> None:
    table = at_table(place={"red": 6, "blue": "ruins"}, marker={"blue": 2})
    table.roll_and_move("1-3", "red+1")
    assert table.marker("blue") == 0


def test_S1_5_there_are_26_cards_eleven_kinds_twice_and_four_once() -> None:
    assert sum(COPIES) == 26
    assert sorted(COPIES) == [1] * 4 + [2] * 11
