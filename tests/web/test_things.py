"""Names of things in texts and on elements: which thing is meant."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.web.node import WEB, ask, call

GAMES = WEB.parent / "src" / "topsecret" / "games"


def thing(kind: str, value: str, *names: str) -> dict[str, Any]:
    return {"kind": kind, "value": value, "title": value, "names": list(names) or [value], "effect": "", "rules": []}


THINGS = {
    "language": "en",
    "rules": {},
    "things": [
        thing("card", "safe cracker"),
        thing("building", "church", "church", "the church"),
        thing("agent", "red", "red", "jaques"),
        thing("word", "safe"),
        thing("word", "church"),
    ],
}


def test_a_thing_is_found_by_its_kind_else_by_its_name_and_a_word_only_as_a_word() -> None:
    names = ["card:safe cracker", "keeping:red", "agent:red", "word:safe", "card:safe", "card:nothing"]
    (found,) = call(WEB / "src/lib/things.ts", [["find", THINGS, names]])
    assert [(one["kind"], one["value"]) for one in found] == [
        ("card", "safe cracker"),
        ("agent", "red"),
        ("word", "safe"),
    ]


def test_long_names_are_found_in_sentences_once_and_short_ones_only_where_nothing_else_is_said() -> None:
    entry = 'import { reader } from "@/lib/things"; export const answer = (one) => reader(one[0])(one[1], one[2]);'
    sentence, cell = ask(
        entry, [[THINGS, "The church, red and Jaques: the church (unchurched) again.", False], [THINGS, " Red ", True]]
    )
    assert [(part["text"], part["thing"]) for part in sentence if part["thing"]] == [
        ("The church", "building:church"),
        ("Jaques", "agent:red"),
    ]
    assert "".join(part["text"] for part in sentence) == "The church, red and Jaques: the church (unchurched) again."
    assert cell == [{"text": " Red ", "thing": "agent:red"}]


def test_a_word_that_somebody_asks_about_is_found_however_short_and_words_of_the_rules_only_by_a_question() -> None:
    sentence = "Red goes past the church to the safe."
    at = {word: sentence.index(word) + 1 for word in ("Red", "goes", "church", "safe")}
    asked: list[list[Any]] = [["namedAt", THINGS, sentence, place] for place in at.values()]
    red, goes, church, safe, safe_asked = call(
        WEB / "src/lib/things.ts", [*asked, ["namedAt", THINGS, sentence, at["safe"], True]]
    )
    assert red == {"thing": "agent:red", "from": 0, "to": 3}
    assert goes is None and safe is None
    assert church["thing"] == "building:church"
    assert safe_asked["thing"] == "word:safe"


DRAWN: dict[
    str, list[tuple[str, list[Any], str]]
] = {  # by game: the functions that draw a thing, what they are given, and what they have drawn
    "spies/web/agents.ts": [("marker", ["red"], "agent:red"), ("figure", ["red"], "agent:red")],
    "briefcase/web/drawings.ts": [
        ("pieceIcon", ["rook"], "piece:rook"),
        ("spyFigure", [{"side": 0, "spy": "3", "piece": "rook"}], "piece:rook"),
        ("spyFigure", [{"side": 0, "spy": "3", "piece": None}], "word:spies"),
    ],
    "intel/web/drawings.ts": [
        ("tilePicture", ["memo", 20], "intel:memo"),
        ("rolePicture", ["hacker", True, 20], "role:hacker"),
        ("carriedRow", [["memo"]], "intel:memo"),
    ],
}


@pytest.mark.parametrize("file", DRAWN)
def test_whatever_draws_a_thing_names_it_so_no_component_can_forget_to(file: str) -> None:
    drawn = DRAWN[file]
    pictures = call(GAMES / file, [[function, *given] for function, given, _ in drawn])
    for (function, _, thing), picture in zip(drawn, pictures, strict=True):
        assert f'data-thing="{thing}"' in picture, function


def test_components_draw_agents_by_the_functions_that_name_them() -> None:
    """A miniature is a picture on the home page, where nothing is asked about."""
    past = [
        f"{path.parent.parent.name}/{path.name}"
        for path in sorted(GAMES.glob("*/web/*.svelte"))
        if re.search(r"import \{[^}]*\b(mark|pawn)\b[^}]*\} from \"\$art/", path.read_text(encoding="utf-8"))
    ]
    assert past == ["spies/Miniature.svelte"]
