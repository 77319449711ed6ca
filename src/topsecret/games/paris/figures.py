"""What came of a finished match, as numbers: for reports on bots."""

from __future__ import annotations

from typing import Any

from topsecret.kernel import Match

from .senses import COLOURS


def figures(match: Match) -> dict[str, float]:
    """Length, missions, calls, and who saw the winks."""
    told = match.events(None)
    missions = [event["right"] for event in told if event["event"] == "mission"]
    calls = [event["right"] for event in told if event["event"] == "caught"]
    heard = [match.events(seat) for seat in range(match.seats)]
    winks = [
        (seat, event["agent"], event["at"])
        for seat in range(match.seats)
        for event in heard[seat]
        if event["event"] == "wink" and event["seat"] == seat
    ]
    lasts = match.options["wink_ms"] * (2 if match.options["slow"] else 1)
    by_target = by_others = others_in_all = 0
    for winker, target, begun in winks:
        watching = [seat for seat in range(match.seats) if seat != winker and _saw(heard[seat], winker, begun, lasts)]
        by_target += COLOURS.index(target) in watching
        others = sum(seat != COLOURS.index(target) for seat in watching)
        by_others += others > 0
        others_in_all += others
    return {
        "minutes": match.now / 60_000,
        "missions_completed": sum(missions),
        "missions_failed": len(missions) - sum(missions),
        "calls_right": sum(calls),
        "calls_wrong": len(calls) - sum(calls),
        "winks": len(winks),
        "winks_seen_by_target": by_target,
        "winks_seen_by_others": by_others,
        "other_watchers_of_winks": others_in_all,
    }


def _saw(heard: list[dict[str, Any]], winker: int, begun: int, lasts: int) -> bool:
    """Whether a seat that heard this was shown any part of a wink."""
    for event in heard:
        if event["event"] == "wink" and event["seat"] == winker and event["at"] == begun:
            return True
        if event["event"] == "sees" and event["face"] == COLOURS[winker] and event["wink"] != "none":
            if begun <= event["at"] < begun + lasts:
                return True
    return False
