"""The private notes as the browser keeps them in a seat's text of at most 8000 characters (S7.1, S7.2)."""

import json

from .in_node import call

PAD = {"text": "Bob likes\nyellow", "note": {"red": "twice to 9"}, "guess": {"red": "free", "blue": "seat 2"}}


def test_notes_come_back_as_they_were_written() -> None:
    [written] = call("pad.ts", [["writePad", PAD]])
    assert call("pad.ts", [["readPad", written]]) == [PAD]


def test_what_another_hand_wrote_is_kept_as_text() -> None:
    texts = ["", "a plain text", "[1, 2]", "7", "null", '"x"', "{broken"]
    read = call("pad.ts", [["readPad", text] for text in texts])
    assert read == [{"text": text, "note": {}, "guess": {}} for text in texts]


def test_what_makes_no_sense_in_notes_is_left_out() -> None:
    strange = {
        "text": 7,
        "note": {"red": 3, "blue": "x" * 500},
        "guess": {"red": "me", "blue": "seat 9x", "gray": "free"},
    }
    [read] = call("pad.ts", [["readPad", json.dumps(strange)]])
    assert read == {"text": "", "note": {"blue": "x" * 120}, "guess": {"gray": "free"}}


def test_notes_are_never_longer_than_may_be_kept() -> None:
    agents = ("red", "blue", "green", "yellow", "violet", "orange", "gray")
    pads = [
        {"text": letter * 9000, "note": dict.fromkeys(agents, letter * 120), "guess": {}}
        for letter in ("x", '"', "\n", "é", "\\")
    ]
    for pad, written in zip(pads, call("pad.ts", [["writePad", pad] for pad in pads]), strict=True):
        assert len(written) <= 8000
        assert json.loads(written)["note"] == pad["note"]


def test_a_name_stands_at_most_once_and_free_as_often_as_one_likes() -> None:
    guess = {"red": "seat 1", "blue": "free"}
    assert call(
        "pad.ts",
        [["withGuess", guess, "gray", "seat 1"], ["withGuess", guess, "gray", "free"], ["withGuess", guess, "red", ""]],
    ) == [{"blue": "free", "gray": "seat 1"}, {"red": "seat 1", "blue": "free", "gray": "free"}, {"blue": "free"}]
