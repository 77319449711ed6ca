"""Saved matches: whatever is edited, cut or forged is refused or named."""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kernel import parley
from tests.probes import glances
from topsecret import CHANCE, BadFile, Game, Match
from topsecret.kernel.saved import LONGEST, verify

PARLEY = Game("parley", parley, parley)
GLANCES = Game("glances", glances, glances, glances)


def a_match(chance: str = "fair") -> Match:
    """A finished match with an undo in it."""
    match = PARLEY.match(seats=2, seed="s", chance=chance)
    while match.actors == (CHANCE,):
        match.play(CHANCE, "deal blue")
    match.play(0, "add 2")
    match.undo(0)
    match.play(1, "jot 3")
    match.play(0, "whisper 1")
    match.play(0, "pass")
    match.play(1, "hand in")
    for _ in range(4):
        match.play(0, "add 3") if not match.over else None
    return match


def a_glance() -> Match:
    match = GLANCES.match(seats=3, seed="t")
    match.play(0, "look 1", at=100)
    match.play(1, f"wink {match.truth()['card'][1]}", at=500)
    match.play(2, "name 0 sun", at=2500)
    match.advance(glances.END_MS)
    return match


def paths(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document, the whole of it last."""
    items = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    for key, part in items:
        yield from paths(part, (*path, key))
    yield path


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def edits(old: Any) -> list[Any]:
    """Other values for a place, of the same and of other types."""
    others: list[Any] = [None, "", "x", 0, 1, -1, 2, 10**9, 1.5, True, False, [], {}, [0], {"x": 0}]
    if isinstance(old, bool):
        others.append(not old)
    elif isinstance(old, int):
        others += [old + 1, old - 1, float(old), str(old)]
    elif isinstance(old, str):
        others += [old + "x", old[:-1], old.upper() + "?"]
    elif isinstance(old, list):
        others += [old[:-1], old[1:], old + old[:1], old[::-1]]
    elif isinstance(old, dict):
        others += [{key: part for key, part in old.items() if key != gone} for gone in old]
        others.append(old | {"more": 1})
    return [other for other in others if json.dumps(other) != json.dumps(old)]


def harmless(path: tuple[Any, ...], old: Any, new: Any) -> bool:
    """Edits that mean the same: words and names may be written in another case; true is not 1."""
    return isinstance(old, str) and isinstance(new, str) and old.lower() == new.lower()


@pytest.mark.parametrize(("game", "make"), [(PARLEY, a_match), (GLANCES, a_glance)], ids=["parley", "glances"])
def test_every_edit_of_one_place_is_refused_or_named(game: Game, make: Any) -> None:
    match = make()
    assert match.over
    document = match.save()
    assert verify(document, game) == []
    tried = 0
    for path in paths(document):
        if not path:
            continue
        old = at(document, path)
        for new in edits(old):
            if harmless(path, old, new):
                continue
            changed = copy.deepcopy(document)
            at(changed, path[:-1])[path[-1]] = new
            tried += 1
            try:
                opened = game.load(changed)
            except BadFile:
                opened = None
            problems = verify(changed, game)
            assert problems, (path, old, new)
            assert all(isinstance(problem, str) and len(problem) < 1200 for problem in problems)
            if opened is not None:  # it has another version, or less was written down than could be
                assert path[0] in ("rules", "fairness", "options", "start"), (path, old, new)
    assert tried > 1000


def test_a_manual_match_carries_no_proof() -> None:
    document = a_match("manual").save()
    assert document["fairness"] is None and verify(document, PARLEY) == []
    assert verify(dict(document, fairness=a_match().save()["fairness"]), PARLEY)
    assert verify(dict(a_match().save(), fairness=None), PARLEY)


def test_every_truncated_file_is_refused() -> None:
    text = a_match().dumps()
    for length in range(0, len(text), 7):
        with pytest.raises(BadFile):
            PARLEY.load(text[:length])
        assert verify(text[:length], PARLEY)


@pytest.mark.parametrize(
    "garbage",
    [
        "", "null", "[]", "{}", "3", '"x"', "{", "\x00", "[" * 100_000, '{"a":' * 100_000, b"\xff\xfe\x00", b"", "NaN", "Infinity",
        '{"format": "topsecret/1"}', None, 3, [], {}, object(), 1.5, {"format": "topsecret/1"}, {1: 2}, "9" * 10_000,
    ],
    ids=lambda garbage: repr(garbage)[:12],
)  # fmt: skip
def test_garbage_is_refused(garbage: Any) -> None:
    with pytest.raises(BadFile) as problem:
        PARLEY.load(garbage)
    assert len(str(problem.value)) < 500
    assert verify(garbage, PARLEY)


def test_a_huge_file_is_refused_before_it_is_read() -> None:
    with pytest.raises(BadFile, match=f"expected at most {LONGEST} characters"):
        PARLEY.load(" " * (LONGEST + 1))


def test_huge_values_are_refused_and_not_repeated() -> None:
    for key in a_match().save():
        for huge in ("x" * 10**6, [0] * 10**6, 10**5000):
            changed = dict(a_match().save(), **{key: huge})
            with pytest.raises(BadFile) as problem:
                PARLEY.load(changed)
            assert len(str(problem.value)) < 500


def test_a_file_with_a_name_twice_or_missing_is_refused() -> None:
    document = a_match().save()
    for key in document:
        with pytest.raises(BadFile, match="expected an object with"):
            PARLEY.load({name: part for name, part in document.items() if name != key})
    with pytest.raises(BadFile, match="expected an object with"):
        PARLEY.load(document | {"more": 1})


def test_a_forged_log_with_right_hashes_is_still_found() -> None:
    """Whoever changes an outcome and recomputes every hash is caught by the fair source."""
    document = a_match().save()
    document["log"][0] = ["chance", "deal blue" if "red" in document["log"][0][1] else "deal red"]
    forged = Match.new(PARLEY, 2, None, None, "manual", None, ())
    for who, what in document["log"]:
        forged.undo(what) if who == "undo" else forged.play(who, what)
    document |= {key: forged.save()[key] for key in ("hashes", "position", "outcome")}
    assert next(problem.split(":")[1] for problem in verify(document, PARLEY)).startswith(" the fair source gives")


def test_a_file_of_another_game_is_refused() -> None:
    with pytest.raises(BadFile, match="game: expected glances, got 'parley'"):
        GLANCES.load(a_match().dumps())
