"""Undo: what a seat may take back, and what nobody learns by it."""

import random

import pytest

from tests.kernel.parleys import dealt, looks, plays
from topsecret import CannotUndo
from topsecret.kernel.log import Undone
from topsecret.kernel.registry import game


def test_an_open_move_that_others_merely_saw_can_be_taken_back() -> None:
    match = dealt("red", "blue")
    before = looks(match)
    match.play(0, "add 2")
    match.undo(0)
    assert looks(match) == before
    added, undone = match.events(1)[2:]
    assert (added["event"], undone["event"], undone["events"]) == ("add", "undone", [added["n"]])


def test_undo_is_appended_and_goes_back_one_action_at_a_time() -> None:
    match = plays(dealt("red", "blue"), "0 add 1", "0 add 2", "0 add 3")
    match.undo(0)
    match.undo(0)
    assert match.view()["total"] == 1
    match.play(0, "add 2")
    assert match.view()["total"] == 3
    assert match.save()["log"][2:] == [[0, "add 1"], [0, "add 2"], [0, "add 3"], ["undo", 0], ["undo", 0], [0, "add 2"]]
    assert [text for _, text in match.log()][2:] == ["add 1", "add 2"]
    assert [event["event"] for event in match.events(None)][2:] == ["add", "add", "add", "undone", "undone", "add"]
    assert [event["n"] for event in match.events(None)] == list(range(1, 9))


def test_undo_strikes_all_events_of_the_action() -> None:
    match = plays(dealt("red", "blue", goal=6), "0 add 3", "0 add 3")
    match.undo(0)
    assert not match.over
    assert match.events(None)[-1] == {"n": 6, "event": "undone", "seat": 0, "events": [4, 5]}


def test_no_undo_after_an_outcome() -> None:
    match = plays(dealt("red", "blue"), "0 add 1", "0 roll", "chance face 2")
    with pytest.raises(CannotUndo, match="chance has decided something"):
        match.undo(0)
    plays(match, "0 add 1")
    match.undo(0)
    assert not match.can_undo(0)


def test_a_call_for_an_outcome_can_be_taken_back_before_it_falls() -> None:
    match = plays(dealt("red", "blue"), "0 roll")
    match.undo(0)
    assert match.actors == (0, 1)


def test_no_undo_after_a_secret_was_shown_by_a_rule() -> None:
    match = plays(dealt("red", "blue"), "0 show")
    with pytest.raises(CannotUndo, match="it revealed a secret"):
        match.undo(0)
    plays(match, "0 add 1")
    match.undo(0)
    with pytest.raises(CannotUndo, match="it revealed a secret"):
        match.undo(0)


def test_no_undo_after_a_secret_was_told_by_an_event() -> None:
    match = plays(dealt("red", "blue", "red"), "0 add 1", "0 whisper 2")
    with pytest.raises(CannotUndo, match="it revealed a secret"):
        match.undo(0)


def test_showing_again_what_is_known_can_be_taken_back() -> None:
    match = plays(dealt("red", "blue"), "0 show", "0 show")
    match.undo(0)
    assert not match.can_undo(0)


@pytest.mark.parametrize("name", ["intel", "spies", "briefcase"])
def test_what_stands_is_what_was_not_taken_back(name: str) -> None:
    rng, match = random.Random(name), game(name).match(seed="standing")
    for _ in range(120):
        undoable = [seat for seat in range(match.seats) if match.can_undo(seat)]
        if undoable and rng.random() < 0.4:
            match.undo(rng.choice(undoable))
        elif match.over:
            break
        else:
            seat = rng.choice(match.actors)
            match.act(seat, rng.choice(match.legal(seat)))
        entries = match.entries
        struck = {tell.number for undone in entries.told if isinstance(undone, Undone) for tell in undone.tells}
        plain = [n for n, entry in enumerate(entries) if entry.sort != "undo" and n not in struck]
        assert entries.standing == plain


def test_no_undo_after_another_seat_has_decided() -> None:
    match = plays(dealt("red", "blue"), "0 pass", "1 add 1")
    with pytest.raises(CannotUndo, match="another player has acted"):
        match.undo(0)
    match.undo(1)
    match.undo(0)  # the other took it back: nothing was decided since
    assert match.view()["turn"] == 0


def test_the_draft_of_another_seat_does_not_matter() -> None:
    match = plays(dealt("red", "blue"), "0 add 1", "1 jot 3")
    heard = match.events(1)
    match.undo(0)
    assert match.view()["total"] == 0
    assert match.view(1)["jotted"] == [None, 3]
    assert len(match.events(1)) == len(heard) + 1


def test_an_own_draft_is_free_to_change_and_its_undo_is_told_to_nobody_else() -> None:
    match = plays(dealt("red", "blue"), "1 jot 3", "1 jot 1")
    others = [match.events(0), match.events(None)]
    match.undo(1)
    assert match.view(1)["jotted"][1] == 3
    match.undo(1)
    assert match.view(1)["jotted"][1] == 0
    match.play(1, "jot 2")
    assert [match.events(0), match.events(None)] == others


def test_whether_another_has_a_draft_cannot_be_found_out_by_undo() -> None:
    for first in ([], ["1 jot 1"]):
        match = plays(dealt("red", "blue"), "0 add 1", *first)
        assert match.can_undo(0)
        match.undo(0)
        with pytest.raises(CannotUndo, match="chance has decided something"):
            match.undo(0)


def test_a_refused_undo_changes_nothing() -> None:
    match = plays(dealt("red", "blue"), "0 show")
    before = match.save()
    for seat in (0, 1):
        with pytest.raises(CannotUndo):
            match.undo(seat)
    assert match.save() == before
