"""Playing a match again from the lines of its log: every outcome and every position is checked."""

from __future__ import annotations

from typing import Any

from .errors import ActionError, BadFile, TopSecretError, shorten
from .log import Entry
from .match import CHANCE, Match


def repeat(match: Match, line: list[Any], expected_hash: str, number: int) -> str | None:
    """Plays one line of a log; says what does not hold."""
    where = f"log[{number}]"
    try:
        if line[0] == "chance":
            move = match.game.chance.read(line[1])
            if match.fair is not None and match.actors == (CHANCE,):
                drawn = match.fair_outcome()
                if drawn != move.code:
                    return f"{where}: the fair source gives {match.game.chance.move(drawn)}, the log has {move}"
            match.play(CHANCE, move)
        elif line[0] == "undo":
            match.undo(line[1])
        elif line[0] == "time":
            at = match.check_time(line[1])
            due_is_done(match, at - 1)
            match.enter(Entry("time", at=at))
        else:
            repeat_action(match, line)
    except (ActionError, TopSecretError) as problem:
        return f"{where}: {problem}"
    if match.entries.hashes[-1] != expected_hash:
        return f"{where}: expected the position {shorten(expected_hash)}, got {match.entries.hashes[-1]}"
    return None


def repeat_action(match: Match, line: list[Any]) -> None:
    """As the match plays it, but the log itself says what chance and time have done in between."""
    move, seat, at = match.game.actions.read(line[1]), match.check_seat(line[0]), 0
    if match.game.State.timed:
        at = match.check_time(line[2])
        due_is_done(match, at)
        match.look_ahead(at, seat, move)
    else:
        match.require_allowed(seat, move)
    match.enter(Entry("action", seat, move.code, at))


def due_is_done(match: Match, until: int) -> None:
    """A log does not leap over what falls due."""
    falls = match.next_due(until)
    if falls is not None:
        raise BadFile(f"expected what falls due at {falls} to happen first")
