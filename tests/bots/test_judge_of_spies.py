"""What the judge of spies thinks of an action comes from the rules themselves."""

from __future__ import annotations

import random

import topsecret
from topsecret.games.spies.judge import CARD_FAMILIES, Judge, suspicions
from topsecret.kernel.seen_log import standing

SPIES = topsecret.game("spies")


def test_an_action_is_worth_what_the_position_after_it_is_worth() -> None:
    """Movements and cards of some random games, if nobody plays a card after them: the rules have done the same to the true match."""
    rng = random.Random(5)
    met: set[str] = set()
    for number in range(6):
        match = SPIES.match(seats=rng.randint(2, 5), options={"cards": number > 1}, seed=f"worth {number}")
        while not match.over:
            seat = rng.choice(match.actors)
            legal = match.legal(seat)
            cards = [move for move in legal if move.family in CARD_FAMILIES] or legal
            move = rng.choice([one for one in cards if one.family != "poll" or one.params["reply"] == "yes"] or cards)
            if move.family == "move" and not match.view()["cards"]:
                judge = Judge(match.view(seat), [])
                (worth,) = judge.weigh([move])
                after = match.fork()
                after.play(seat, move)
                if not after.over and after.view()["phase"] == "safe":
                    assert worth == judge.worth(after.state())  # type: ignore[arg-type]
                    met.add("scoring")
            elif move.family in CARD_FAMILIES:
                ahead = match.preview(seat, move, "pass")
                judge = Judge(match.view(seat), [])
                assert judge.weigh([move])[0] > -100
                met |= {move.family} if ahead["if"] or ahead["stops_at"] else set()
            match.play(seat, move)
    assert "scoring" in met and len(met) > 10


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
