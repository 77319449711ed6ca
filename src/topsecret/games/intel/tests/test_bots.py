"""The greedy bot: collects, avoids honeypots, retires in time; and beats luck."""

import pytest

from topsecret.bots import Budget, act, make
from topsecret.games.intel import judge
from topsecret.kernel import Match

from .builders import GAME, Table, at_table


def choice(table: Table) -> str:
    match, seat = table.match, table.turn
    return str(make("greedy", GAME, "test").choose(match.view(seat), match.events(seat), match.legal(seat), Budget()))


def played(bots: tuple[str, str], seed: str, **options: object) -> Match:
    match = GAME.match(2, dict(options), seed)
    players = [make(name, GAME, f"{seed}/{seat}") for seat, name in enumerate(bots)]
    while not match.over:
        act(match, match.actors[0], players[match.actors[0]], Budget())
    return match


def test_it_collects() -> None:
    table = at_table(x1="hacker e3", x2="hacker d1", x3="analyst h1", loose={"e4": "cipher_key"})
    assert choice(table) == "move x1 E"


def test_it_does_not_step_on_a_honeypot() -> None:
    table = at_table(x1="hacker e3 photo", x2="hacker d1", x3="analyst h1", loose={"e4": "cipher_key honeypot"})
    assert choice(table) != "move x1 E"


def test_it_does_not_overload_itself() -> None:
    table = at_table(x1="hacker e3 photo photo photo", x2="hacker d1", x3="analyst h6", loose={"e4": "cipher_key"})
    assert choice(table) != "move x1 E"


def test_it_goes_home_and_retires_with_three_tiles() -> None:
    table = at_table(x1="hacker h3 photo photo photo", x2="hacker d1", x3="analyst h1")
    assert choice(table) == "retire x1"


def test_it_retires_to_win() -> None:
    scored = ("cipher_key cipher_key cipher_key credential", "")
    table = at_table(x1="hacker h3 memo", x2="hacker d1", loose={"h4": "credential"}, scored=scored)
    assert choice(table) == "retire x1"


def test_it_finishes_what_it_lays_out() -> None:
    table = at_table(x1="engineer h3 memo", x2="hacker d1")
    table.play("pay x1 memo")
    assert choice(table).startswith("block ")


@pytest.mark.parametrize("smuggler", ["printed", "sideways"])
@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_random(smuggler: str, seat: int) -> None:
    bots = ("greedy", "random") if seat == 0 else ("random", "greedy")
    for number in range(2):
        result = played(bots, f"luck {number}", smuggler=smuggler).result
        assert result is not None and result["winners"] == [seat]


def test_games_between_greedy_bots_end_within_60_turns() -> None:
    for number in range(2):
        assert played(("greedy", "greedy"), f"duel {number}").truth()["turns"] <= 60


@pytest.mark.slow
def test_it_beats_random_in_95_of_100_games() -> None:
    wins = 0
    for number in range(100):
        seat = number % 2
        result = played(("greedy", "random") if seat == 0 else ("random", "greedy"), f"strength {number}").result
        wins += result is not None and result["winners"] == [seat]
    assert wins >= 95


def test_it_fears_the_enemy() -> None:
    """What a hacker of the other side can reach, and what the other side is about to bring home, counts against a position."""
    worths = [
        judge.worth(judge.known(at_table(x1="analyst e3 photo photo", y1=enemy).match.view(0)), 0, 0)
        for enemy in ("hacker e1", "hacker e2 memo", "hacker h4 cipher_key cipher_key")
    ]
    assert worths[0] > worths[1] and worths[0] > worths[2] + 2
