"""The proof of fairness is recomputed in the browser as the kernel makes it, and does not hold when something was changed."""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec

import topsecret
from tests.web.node import ask
from topsecret.server.replays import picture

ENTRY = 'import { verify } from "@/lib/fairness.ts"; export const answer = ({ replay, seen }) => verify(replay, seen);'


def a_replay() -> dict[str, Any]:
    match = topsecret.game("spies").match(seats=3, options={"cards": True}, seed="fair", entropy=("Grüße", "två"))
    chooser = random.Random(3)
    while not match.over:
        seat = match.actors[0]
        match.play(seat, chooser.choice(match.legal(seat)))
    replay: dict[str, Any] = msgspec.to_builtins(picture(match, None, ["a", "b", "c"]))
    return replay


def test_an_honest_match_is_verified_and_every_change_is_found() -> None:
    honest = a_replay()
    seal = honest["fairness"]["commitment"]
    other_secret = copy.deepcopy(honest)
    other_secret["fairness"]["secret"] = "00" * 32
    other_outcome = copy.deepcopy(honest)
    rolled = next(outcome for outcome in other_outcome["outcomes"] if len(outcome["possible"]) > 1)
    rolled["drawn"] = next(text for text, _ in rolled["possible"] if text != rolled["drawn"])
    no_proof = honest | {"fairness": None}
    cases = [
        (honest, seal),
        (honest, None),
        (honest, "0" * 64),
        (other_secret, seal),
        (other_outcome, seal),
        (no_proof, seal),
    ]
    verdicts = ask(ENTRY, [{"replay": replay} | ({"seen": seen} if seen else {}) for replay, seen in cases])
    assert verdicts[0] == {"holds": True, "outcomes": len(honest["outcomes"]), "remembered": True}
    assert verdicts[1] == {"holds": True, "outcomes": len(honest["outcomes"]), "remembered": False}
    assert len(honest["outcomes"]) > 20
    whys = [verdict.get("why") for verdict in verdicts[2:]]
    assert whys == ["remembered", "commitment", "outcome", "no_proof"]
