"""S2: before the game."""

from math import comb

import pytest

from topsecret import CHANCE, BadOptions

from .builders import COLOURS, GAME, Table


def opened(seats: int, **options: object) -> Table:
    return Table(GAME.match(seats, options, chance="manual"))


def deal(table: Table) -> None:
    for agent in table.now["in_play"][: table.match.seats]:
        table.match.play(CHANCE, f"deal {agent}")


@pytest.mark.parametrize(("seats", "playing"), [(2, 5), (3, 6), (4, 7), (5, 7), (6, 7), (7, 7)])
def test_S2_1_the_number_of_players_says_how_many_agents_are_in_play(seats: int, playing: int) -> None:
    match = GAME.match(seats, seed="any")
    assert len(match.view(None)["in_play"]) == playing


@pytest.mark.parametrize(("seats", "out"), [(2, ["red", "gray"]), (3, ["violet"])])
def test_S2_1_the_host_may_say_who_sits_out(seats: int, out: list[str]) -> None:
    table = opened(seats, sits_out=out, starter=0)
    assert table.phase == "deal"
    assert table.now["in_play"] == [colour for colour in COLOURS if colour not in out]
    assert all(f"deal {agent}" not in map(str, table.match.legal(CHANCE)) for agent in out)


def test_S2_1_otherwise_the_lot_decides_who_sits_out_and_everybody_is_told() -> None:
    table = opened(2)
    assert [str(move) for move in table.match.legal(CHANCE)] == [f"sits out {agent}" for agent in COLOURS]
    table.match.play(CHANCE, "sits out blue")
    assert "sits out blue" not in map(str, table.match.legal(CHANCE))
    table.match.play(CHANCE, "sits out orange")
    assert table.match.view(None)["in_play"] == ["red", "green", "yellow", "violet", "gray"]
    assert table.told(None) == ["sit_out", "sit_out"]


@pytest.mark.parametrize(("seats", "out"), [(2, ["red"]), (3, ["red", "blue"]), (4, ["red"]), (7, ["red"])])
def test_S2_1_not_more_and_not_fewer_agents_sit_out_than_the_rule_says(seats: int, out: list[str]) -> None:
    with pytest.raises(BadOptions, match=r"S2\.1"):
        GAME.match(seats, {"sits_out": out})


def test_S2_1_an_agent_that_sits_out_cannot_be_moved() -> None:
    table = opened(3, sits_out=["gray"], starter=0)
    deal(table)
    table.roll(2)
    assert table.refused(0, "gray+2") == ("not_in_play", "S2.1")
    assert len(table.legal(0)) == comb(6 + 2 - 1, 2)


def test_S2_2_all_figures_start_in_the_church_all_markers_on_0_the_safe_on_7() -> None:
    table = opened(4)
    assert set(table.now["place"].values()) == {"church"}
    assert set(table.now["marker"].values()) == {0}
    assert table.safe == "7"


def test_S2_3_each_player_gets_one_agent_card_secretly() -> None:
    table = opened(4, starter=0)
    table.match.play(CHANCE, "deal green")
    assert table.holds(0) == ["green"]
    assert table.last("deal", 0) == {"seat": 0, "agent": "green"}
    for other in (None, 1, 2, 3):
        assert table.last("deal", other) == {"seat": 0, "agent": None}
        assert set(table.match.view(other)["holds"][0].values()) == {None}


@pytest.mark.parametrize(("seats", "free"), [(2, 3), (3, 3), (4, 3), (5, 2), (6, 1), (7, 0)])
def test_S2_3_the_rest_are_free_agents(seats: int, free: int) -> None:
    match = GAME.match(seats, seed="free")
    held = [agent for row in match.truth()["holds"] for agent, is_held in row.items() if is_held]
    assert len(held) == len(set(held)) == seats
    assert len(match.truth()["in_play"]) - seats == free


def test_S2_3_nobody_sees_who_is_free() -> None:
    match = GAME.match(2, seed="free")
    for viewer in (None, 0, 1):
        shown = [held for row in match.view(viewer)["holds"] for held in row.values() if held is not None]
        assert len(shown) == (0 if viewer is None else 7)


def test_S2_4_the_host_may_say_who_begins() -> None:
    table = opened(4, starter=2)
    deal(table)
    assert (table.turn, table.phase) == (2, "roll")
    assert table.last("turn_begins") == {"seat": 2}


def test_S2_4_otherwise_the_lot_decides_who_begins() -> None:
    table = opened(5, starter="random")
    assert [str(move) for move in table.match.legal(CHANCE)] == [f"begins {seat}" for seat in range(5)]
    table.match.play(CHANCE, "begins 3")
    deal(table)
    assert table.turn == 3


def test_S2_4_only_a_player_can_begin() -> None:
    with pytest.raises(BadOptions, match=r"S2\.4"):
        GAME.match(3, {"starter": 3})


@pytest.mark.parametrize(
    "options",
    [
        {"cards": 1},
        {"cards": "yes"},
        {"dossier": None},
        {"starter": -1},
        {"starter": 7},
        {"starter": "me"},
        {"starter": True},
        {"sits_out": "gray"},
        {"sits_out": ["gray", "gray"]},
        {"sits_out": ["pink", "gray"]},
        {"sits_out": [0, 1]},
        {"marker": {}},
        {3: True},
        ["cards"],
    ],
)
def test_S2_options_that_are_none_are_refused(options: object) -> None:
    with pytest.raises(BadOptions):
        GAME.match(2, options)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [1, 8, 0, -2, True, "3", 2.0])
def test_S2_other_numbers_of_players_are_refused(seats: object) -> None:
    with pytest.raises(BadOptions, match="seats"):
        GAME.match(seats)  # type: ignore[arg-type]
