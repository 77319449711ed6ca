"""The log of the browser says the same as the terminal: its sentences are compared with `kernel/words.py` on random games."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import msgspec
import pytest

import topsecret
from tests.web.node import WEB, ask
from topsecret.kernel.words import tell
from topsecret.server.about import game_info

ENTRY = 'import { tell } from "@/lib/words.ts"; export const answer = ({ speaker, event }) => tell(speaker, event);'
ALL = """
import { tellAll } from "@/table/entries.ts";
export const answer = ({ speaker, events }) => tellAll(speaker, events, { brief: ["scored", "tipped"] });
"""
MARKDOWN = 'import { parse } from "@/lib/markdown.ts"; export const answer = (page) => parse(page);'
SPIES = topsecret.game("spies")


def strings(language: str) -> dict[str, str]:
    """Without the proper names, which the terminal does not use."""
    assert SPIES.folder is not None
    path = SPIES.folder / "web" / f"strings.{language}.json"
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return {key: text for key, text in found.items() if not key.endswith(".name")}


@cache
def a_game(seed: int) -> topsecret.Match:
    match = topsecret.game("spies").match(seats=4, options={"cards": True, "dossier": True}, seed=str(seed))
    chooser = random.Random(seed)
    while not match.over:
        seat = match.actors[0]
        legal = match.legal(seat)
        ready = [move for move in legal if move.json["action"] == "hand_in"]
        match.play(seat, chooser.choice(ready or legal))
    return match


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_the_browser_tells_events_in_the_words_of_the_terminal(language: str) -> None:
    words = strings(language)
    names = [words["seat"].format(seat=seat) for seat in range(4)]
    speaker = {"strings": words, "game": msgspec.to_builtins(game_info(SPIES)), "names": names}
    events = [event for seed in (1, 2) for event in a_game(seed).events(seed)]
    seen: dict[str, Any] = {json.dumps({k: v for k, v in event.items() if k != "n"}): event for event in events}
    cases = [{"speaker": speaker, "event": event} for event in seen.values()]
    told = [tell(SPIES, event, lambda seat: names[seat], language) for event in seen.values()]
    assert len(told) > 150
    assert ask(ENTRY, cases) == told


def test_of_me_the_log_says_you_and_of_others_their_names() -> None:
    speaker = {
        "strings": strings("en"),
        "game": msgspec.to_builtins(game_info(SPIES)),
        "names": ["Ann", "Bob"],
        "me": 0,
    }
    about: list[dict[str, Any]] = [
        {"event": "begin", "first": 0},
        {"event": "move", "seat": 0, "points": {"red": 2}},
        {"event": "move", "seat": 1, "points": {"red": 2}},
        {"event": "draw", "seat": 0, "card": "swap"},
        {"event": "roll", "face": "3"},
    ]
    cases = [{"speaker": speaker | {"covered": True}, "event": event | {"n": n}} for n, event in enumerate(about)]
    assert ask(ENTRY, cases) == [
        "You begin.",
        "You move red +2.",
        "Bob moves red +2.",
        "You draw a card.",  # its name is covered
        "The die shows 3.",
    ]


def test_own_secrets_are_told_as_others_hear_them_while_they_are_covered() -> None:
    speaker = {
        "strings": strings("en"),
        "game": msgspec.to_builtins(game_info(SPIES)),
        "names": ["Ada"],
        "covered": True,
    }
    events = [
        {"n": 1, "event": "deal", "seat": 0, "agent": "red"},
        {"n": 2, "event": "draw", "seat": 0, "card": "swap"},
        {"n": 3, "event": "take", "seat": 0, "agent": "gray"},
    ]
    told = ask(ENTRY, [{"speaker": speaker, "event": event} for event in events])
    assert not any(word in sentence.lower() for sentence in told for word in ("red", "swap", "gray"))


def test_a_scoring_is_told_in_one_sentence() -> None:
    speaker = {"strings": strings("en"), "game": msgspec.to_builtins(game_info(SPIES)), "names": ["Ada"]}
    events = [
        {"n": 1, "event": "scoring", "building": "b7"},
        {"n": 2, "event": "scored", "agent": "red", "points": 7, "marker": 9},
        {"n": 3, "event": "scored", "agent": "blue", "points": 0, "marker": 4},
        {"n": 4, "event": "scored", "agent": "gray", "points": -3, "marker": 1},
        {"n": 5, "event": "roll", "face": 2},
    ]
    (told,) = ask(ALL, [{"speaker": speaker, "events": events}])
    assert told == (
        "The safe is cracked in building 7: everybody scores. Red +7, now 9; Blue stays on 4; Gray −3, now 1. The die shows 2."
    )


def test_the_rules_page_is_read_whole_and_every_rule_can_be_found() -> None:
    assert SPIES.folder is not None
    page = (SPIES.folder / "README.md").read_text(encoding="utf-8")
    (blocks,) = ask(MARKDOWN, [page])
    rules = [item["rule"] for block in blocks if block["kind"] == "list" for item in block["items"]]
    assert {"S1.1", "S3.4", "S7.3"} <= set(rules)
    text = json.dumps(blocks)
    assert "**" not in text and "](" not in text


def test_markdown_never_becomes_markup() -> None:
    (blocks,) = ask(MARKDOWN, ["# <b>x</b>\n\n<script>alert(1)</script>\n\n- [a](javascript:alert(1)) `<i>`"])
    assert blocks[1] == {"kind": "paragraph", "spans": [{"text": "<script>alert(1)</script>"}]}
    assert "javascript" not in json.dumps(blocks)
    assert WEB.is_dir()
