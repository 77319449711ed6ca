"""B1 to B3: what is in the box, the pieces, and how it begins."""

import pytest

from topsecret import CHANCE
from topsecret.games.briefcase.box import (
    CROWNED,
    LINE_FAR,
    LINE_FROM,
    LINE_TO,
    LINES,
    SPIES,
    TABLES,
    Box,
    Direction,
    Line,
    Piece,
    Push,
)
from topsecret.kernel.names import texts

from .builders import GAME, RED, SQUARES, STANDARD, WHITE, dealt, duel, ordered

BACKWARD = {"S", "SE", "SW"}


def test_B1_1_the_board_has_eleven_files_and_ranks() -> None:
    assert len(SQUARES) == 121
    assert (SQUARES[0], SQUARES[10], SQUARES[-1]) == ("a1", "k1", "k11")


def test_B1_1_north_is_towards_rank_eleven_for_both_sides() -> None:
    white, red = duel("e5=guard", "g7=guard", turn=WHITE), duel("e5=guard", "g7=guard", turn=RED)
    white.play("e5 N 1")
    red.play("g7 N 1")
    assert "e6" in white.spies(WHITE) and "g8" in red.spies(RED)


def test_B1_1_every_straight_line_on_the_board_can_be_named() -> None:
    names = texts(Line)
    assert LINES == len(set(names)) == 3960
    for rank in range(0, LINES, 97):
        square, direction, far = names[rank].split()
        assert (SQUARES[LINE_FROM[rank]], int(far)) == (square, LINE_FAR[rank])
        file, row = LINE_TO[rank] % 11 - LINE_FROM[rank] % 11, LINE_TO[rank] // 11 - LINE_FROM[rank] // 11
        assert direction == ("N" * (row > 0) + "S" * (row < 0) + "E" * (file > 0) + "W" * (file < 0))
        assert max(abs(file), abs(row)) == int(far)
    assert texts(Push)[0] == "a1 push N 1"
    assert texts(Direction) == ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def test_B1_2_thirteen_spies_and_pieces_one_double_agent_four_crowns() -> None:
    assert SPIES[Box.STANDARD] == len(STANDARD) == 13
    assert STANDARD.count("?") == 1
    crowned = [piece.text for piece in Piece if CROWNED[Box.STANDARD] >> piece & 1]
    assert crowned == ["runner", "skater", "fan", "flank"]


def test_B1_2_the_briefcase_starts_on_f6() -> None:
    assert dealt().briefcase == "f6"


def test_B1_3_each_side_has_three_tokens_each_once() -> None:
    game = ordered()
    assert game.now["spent"] == [{"reveal": False, "move": False, "swap": False}] * 2
    game.play("token reveal e1", "b1 N 9")
    game.play("b11 S 9")
    assert game.refused("token reveal e1") == ("token_spent", "B1.3")
    assert game.now["spent"][WHITE] == {"reveal": True, "move": False, "swap": False}


def test_B1_4_the_notebook_has_two_halves() -> None:
    from topsecret.games.briefcase.notebook import assisted

    book = assisted(ordered().match.view(WHITE))
    assert book is not None and set(book) == {"mine", "theirs"}


@pytest.mark.parametrize(
    ("piece", "goes", "not_so"),
    [
        ("guard", "N1 NE1 E1 SE1 S1 SW1 W1 NW1", "N2 SW2"),
        ("rook", "N2 E1 S2 W2", "NE1 N3"),
        ("bishop", "NE2 NW1 SE2 SW2", "N1 NE3"),
        ("shuttle", "N3 S3 N1", "E1 N4"),
        ("arrow", "N2 SE2 SW1", "S1 NE1 N3"),
        ("trident", "NE2 NW2 S2", "N1 SE1 S3"),
        ("plus", "N1 E1 S1 W1", "N2 NE1"),
        ("sweeper", "E3 W3 S3", "N1 E4"),
        ("runner", "N4 N1", "S1 N5 E1"),
        ("skater", "NE2 NW1", "N1 SE1 NE3"),
        ("fan", "N1 NE1 NW1", "N2 S1"),
        ("flank", "N2 E2 W1", "S1 NE1 N3"),
    ],
)
def test_B2_each_piece_goes_its_ways_for_both_sides(piece: str, goes: str, not_so: str) -> None:
    """Red's frame is the board turned by 180 degrees."""
    turned = dict(zip("NSEW", "SNWE"))
    for way, expected in [(way, "yes") for way in goes.split()] + [(way, "no") for way in not_so.split()]:
        direction, far = way[:-1], way[-1]
        white = duel(f"f6={piece}", "a11=guard", briefcase="k1")
        assert white.play(f"f6 {direction} {far}") == expected, way
        red = duel("a1=guard", f"f6={piece}", turn=RED, briefcase="k1")
        assert red.play(f"f6 {''.join(turned[letter] for letter in direction)} {far}") == expected, way


@pytest.mark.parametrize("piece", ["runner", "skater", "fan", "flank"])
def test_B2_1_promoted_all_go_everywhere_up_to_two(piece: str) -> None:
    for way in texts(Direction):
        for far, expected in ((1, "yes"), (2, "yes"), (3, "no")):
            game = duel(f"f6={piece}", "a11=guard", briefcase="k1", **promoted(piece))
            assert game.play(f"f6 {way} {far}") == expected


def promoted(piece: str) -> dict[str, object]:
    crowned = ["runner", "skater", "fan", "flank"]
    can_be = [{"1": crowned} | {str(n): STANDARD for n in range(2, 14)}, {str(n): STANDARD for n in range(1, 14)}]
    return {"promoted": [{"1": True}, {}], "can_be": can_be}


def test_B2_2_a_piece_has_a_crown_exactly_when_it_cannot_move_backward() -> None:
    for pieces, _ in TABLES.values():
        for piece, (directions, _, crown) in pieces.items():
            if piece != Piece.DOUBLE_AGENT:
                assert (crown[1] > 0) == (not BACKWARD & set(directions.split())), piece


def test_B3_1_both_sides_stand_in_their_two_first_ranks() -> None:
    game = dealt()
    assert sorted(game.spies(WHITE)) == sorted(
        ["b1", "d1", "e1", "f1", "g1", "h1", "j1", "c2", "d2", "e2", "g2", "h2", "i2"]
    )
    assert sorted(game.spies(RED)) == sorted(
        ["j11", "h11", "g11", "f11", "e11", "d11", "b11", "i10", "h10", "g10", "e10", "d10", "c10"]
    )


def test_B3_2_the_opponent_sees_the_pieces_and_the_owner_does_not() -> None:
    game = dealt("rook guard", "? fan")
    assert game.match.view(WHITE)["piece"][RED]["1"] == "?"
    assert set(game.match.view(WHITE)["piece"][WHITE].values()) == {None}
    assert game.match.view(RED)["piece"][WHITE]["1"] == "rook"
    assert set(game.match.view(None)["piece"][WHITE].values()) == {None}
    told = [event["piece"] for event in game.match.events(WHITE) if event["event"] == "deal"]
    assert told[:13] == [None] * 13 and told[13:15] == ["?", "fan"]
    assert {event["piece"] for event in game.match.events(None) if event["event"] == "deal"} == {None}


def test_B3_2_every_deal_is_as_likely_as_any_other() -> None:
    match = GAME.match(2, {"starter": 0}, chance="manual")
    for left in range(13, 0, -1):
        assert [weight for _, weight in match.outcomes()] == [1] * left
        match.play(CHANCE, match.legal(CHANCE)[0])


def test_B3_3_the_host_or_the_lot_says_who_begins() -> None:
    assert dealt(starter=RED).turn == RED
    match = GAME.match(2, {}, chance="manual")
    assert [(str(move), weight) for move, weight in match.outcomes()] == [("begins 0", 1), ("begins 1", 1)]
    match.play(CHANCE, "begins 1")
    assert match.truth()["turn"] == RED
