"""The board on paper (bots, previews) does what the rules do."""

from __future__ import annotations

import random

import topsecret
from topsecret.games.spies.judge import Judge, suspicions
from topsecret.games.spies.reckon import CARD_FAMILIES, Board, standing

SPIES = topsecret.game("spies")


def same(board: Board, view: dict) -> bool:  # type: ignore[type-arg]
    real = Board.of(view)
    return (board.place, board.marker, board.safe, board.reached) == (real.place, real.marker, real.safe, real.reached)


def test_paper_equals_rules() -> None:
    """Every movement, card and safe of some random games; every kind of card at least once."""
    rng = random.Random(5)
    met: set[str] = set()
    for number in range(40):
        match = SPIES.match(seats=rng.randint(2, 7), options={"cards": True}, seed=f"paper {number}")
        while not match.over:
            seat = rng.choice(match.actors)
            legal = match.legal(seat)
            cards = [move for move in legal if move.family in CARD_FAMILIES] or legal
            move = rng.choice(
                [move for move in cards if move.family != "poll" or move.params["reply"] == "yes"] or cards
            )
            board = Board.of(match.view())
            before = match.view()
            match.play(seat, move)
            after = match.view()
            if move.family in CARD_FAMILIES or move.family == "move":
                board.do(move.family, move.params)
                if after["phase"] in ("poll", "card part", "dossier"):
                    assert same(board, after), str(move)
                    met.add(move.family)
                elif after["phase"] == "safe":
                    board.score()
                    assert same(board, after), str(move)
            elif move.family == "place_safe":
                board.do(move.family, move.params)
                assert same(board, after) or after["phase"] == "over", before
        if met >= {*CARD_FAMILIES, "move"}:
            break
    assert met >= {*CARD_FAMILIES, "move"}


def test_who_helps_an_agent_is_suspected() -> None:
    match = SPIES.match(seats=2, options={"starter": 0, "sits_out": ["orange", "gray"]}, seed="suspect")
    rng = random.Random(1)
    for _ in range(12):
        if match.over:
            break
        seat = match.actors[0]
        legal = match.legal(seat)
        moves = [move for move in legal if move.family == "move"]
        only_red = [move for move in moves if set(move.params["points"]) == {"red"}]
        match.play(seat, rng.choice(only_red if seat == 1 and only_red else legal))
    helped = suspicions(match.view(0), match.events(0))
    assert max(range(5), key=lambda agent: helped[1][agent]) == 0


def test_what_was_taken_back_is_forgotten() -> None:
    told = [{"n": 1, "event": "roll"}, {"n": 2, "event": "move"}, {"n": 3, "event": "scoring"}]
    assert standing([*told, {"n": 4, "event": "undone", "seat": 0, "events": [2, 3]}]) == told[:1]


def test_scoring_that_wins_is_worth_most() -> None:
    """A movement that ends the game with one's own agent in front beats all others."""
    start = {
        "phase": "move",
        "die": "2",
        "turn": 0,
        "holds": [{"red": True}, {"blue": True}],
        "agents_held": [1, 1],
        "in_play": ["red", "blue", "green", "yellow", "violet"],
        "place": {"red": "5", "blue": "church"},
        "marker": {"red": 36, "blue": 35},
    }
    match = SPIES.match(seats=2, options={"starter": 0, "sits_out": ["orange", "gray"]}, start=start)
    legal = match.legal(0)
    worth = Judge(match.view(0), []).weigh(legal)
    assert str(legal[worth.index(max(worth))]) == "red+2"
