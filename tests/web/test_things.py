"""Names of things in texts and on elements: which thing is meant."""

from __future__ import annotations

from typing import Any

from tests.web.node import WEB, ask, call


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
