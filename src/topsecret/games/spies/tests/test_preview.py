"""What the browser reads from a preview is what the rules then do: S3.3, S3.4, S5.3, S5.9 and every card of S6, on positions of random
games. It knows no rule: it reads what the server foretells, with everybody passing."""

import random
from typing import Any

import pytest

import topsecret
from topsecret import Match

from .in_node import call

GAME = topsecret.game("spies")
NO_CARD = {"pass_by", "done"}


def case(match: Match, seat: int, action: dict[str, Any]) -> dict[str, Any]:
    return {"view": match.view(seat), "action": action, "preview": match.preview(seat, action, assume="pass")}


def let_the_turn_end(match: Match) -> None:
    """Nobody plays a card any more."""
    while match.view()["phase"] in ("poll", "card part"):
        seat = match.actors[0]
        if match.view(seat)["phase"] == "poll":
            match.play(seat, "no")
        else:
            match.play(seat, "done" if match.view(seat)["has_played"] else "pass")


def what_happened(match: Match, since: int) -> dict[str, Any]:
    """The events since then as a preview shows them, and the board after them."""
    events = [event for event in match.events() if event["n"] > since]
    drawn = [event["event"] for event in events if event["event"] in ("draw", "draw_lost", "card_removed")]
    view = match.view()
    return {
        "scoring": any(event["event"] == "scoring" for event in events),
        "gain": {event["agent"]: event["points"] for event in events if event["event"] == "scored"},
        "draws": bool(drawn),
        "place": view["place"],
        "marker": view["marker"],
        "safe": view["safe"],
    }


def last(match: Match) -> int:
    return int(match.events()[-1]["n"])


def play_on(match: Match, choice: random.Random, phase: str) -> bool:
    """Random play to the next position where this is asked; False if the game ends before."""
    while not match.over:
        seat = choice.choice(match.actors)
        if match.view(seat)["phase"] == phase and choice.random() < 0.5:
            return True
        match.play(seat, choice.choice(match.legal(seat)))
    return False


def new_match(seats: int, cards: bool, seed: str) -> Match:
    return Match.new(GAME, seats, {"cards": cards}, seed, "fair", None, ())


@pytest.mark.parametrize("cards", [False, True], ids=["basic", "with cards"])
def test_a_movement_brings_about_what_its_preview_says(cards: bool) -> None:
    choice = random.Random(7)
    cases, happened = [], []
    for game in range(6):
        match = new_match(choice.randint(2, 7), cards, f"preview {game}")
        while play_on(match, choice, "move"):
            seat = match.actors[0]
            # near the safe more often than chance would have it
            view = match.view(seat)
            moves = choice.sample([move for move in match.legal(seat) if move.json["action"] == "move"], 4)
            move = next((one for one in moves if view["safe"] in ends(view, one.json["points"])), moves[0])
            cases.append(case(match, seat, move.json))
            since = last(match)
            match.play(seat, move)
            let_the_turn_end(match)
            happened.append(what_happened(match, since))
    compare(cases, happened)
    assert sum(one["scoring"] for one in happened) > 10
    assert sum(one["draws"] for one in happened) > (5 if cards else -1)


def test_a_card_brings_about_what_its_preview_says() -> None:
    choice = random.Random(8)
    cases, happened = [], []
    seen: set[str] = set()
    for game in range(24):
        match = new_match(choice.randint(2, 5), True, f"card {game}")
        while play_on(match, choice, "card part"):
            seat = match.actors[0]
            plays = [move for move in match.legal(seat) if move.json["action"] not in NO_CARD]
            if not plays:
                match.play(seat, choice.choice(match.legal(seat)))
                continue
            kinds = sorted({move.json["action"] for move in plays})
            kind = choice.choice([one for one in kinds if one not in seen] or kinds)
            move = choice.choice([one for one in plays if one.json["action"] == kind])
            seen.add(kind)
            cases.append(case(match, seat, move.json))
            since = last(match)
            match.play(seat, move)
            let_the_turn_end(match)
            happened.append(what_happened(match, since))
    compare(cases, happened)
    assert len(seen) == 15
    assert sum(one["scoring"] for one in happened) > 20


def ends(view: dict[str, Any], points: dict[str, int]) -> set[str]:
    ring = ["church", *map(str, range(1, 11)), "ruins"]
    return {ring[(ring.index(view["place"][agent]) + steps) % 12] for agent, steps in points.items()}


def compare(cases: list[dict[str, Any]], happened: list[dict[str, Any]]) -> None:
    asked = [["outlook", one["view"], one["preview"]] for one in cases]
    whole = 0
    for one, said, done in zip(cases, call("outlook.ts", asked), happened, strict=True):
        if one["action"]["action"] == "second_identity":
            done = {key: done[key] for key in ("place", "safe")}
        else:
            whole += 1
        assert {key: said[key] for key in done} == done, one["action"]
    assert whole > len(cases) / 2
