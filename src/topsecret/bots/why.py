"""What a bot believed and why it moved, as a record that it keeps of each decision while it plays. Nobody is told before the match is over
(`table/` keeps it with the action, `server/replays.py` shows it after the end).

A record is a few sentences by key: `("took", {"agent": "red", "seat": 2, "percent": 71})` is said in the words of `why.took` in the game's
strings. What fills a sentence is a number, a seat (`seat`), a name (of the kind that its parameter is called), or an action, as the event
that it would be. What is believed, and what speaks for an action besides, says the game (`explain.py` in its folder)."""

from __future__ import annotations

import json
from typing import Any

from topsecret.kernel.moves import Move

Sentence = tuple[str, dict[str, Any]]
Why = list[Sentence]

MOST_SENTENCES = 8
MOST_BYTES = 900  # of a record, as JSON: it is kept with every action of a bot

KEYS: dict[str, set[str]] = {  # what every bot may say, with its parameters; a game's own are in its `explain.py`
    "won": {"percent", "simulations"},
    "next": {"other", "percent"},
    "mixed": {"other", "percent"},
    "glance": {"count"},
    "otherwise": {"other"},
    "chance": {"count"},
}


def explained(bot: Any) -> Why:
    """What a bot has to say about its last decision; nothing, if it does not explain itself. What is too long is left out at the end."""
    said: Why = list(bot.explain())[:MOST_SENTENCES] if hasattr(bot, "explain") else []
    while said and len(json.dumps(said)) > MOST_BYTES:
        said.pop()
    return said


def as_event(seat: int, move: Move) -> dict[str, Any]:
    """An action that was thought of, as the event that it would have been."""
    return {"event": move.family, "seat": seat, **move.params}


def percent(share: float) -> int:
    return round(100 * min(1.0, max(0.0, share)))
