"""What a tournament came to, in numbers: for the terminal, for the page, for programs."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from .blocks import add_to
from .playing import TENTHS, milliseconds_of
from .ratings import Game, ratings
from .reading import MOVES
from .settings import Pairing
from .shares import interval

if TYPE_CHECKING:
    from .tournament import Tournament

FAULTS = ("crash", "illegal", "overtime")


def summary(played: Tournament) -> dict[str, Any]:
    labels = list(played.settings.entered())
    blocks = played.counted()
    return {
        "fair": 1 / played.settings.seats,
        "complete": played.is_complete,
        "pairings": pairings(played),
        "ratings": rated(blocks, played.settings.seats, played.settings.seed),
        "bots": [about(label, blocks) for label in labels],
        "beliefs": {label: found for label in labels if (found := beliefs(label, blocks))},
        "readings": {label: found for label in labels if (found := readings(label, played))},
        "nobody_won": sum(not game["winners"] for block in blocks for game in block["games"]),
        "games": sum(len(block["games"]) for block in blocks),
    }


def pairings(played: Tournament) -> list[dict[str, Any]]:
    found = []
    for pairing, tally in played.tallies.items():
        blocks = tally.counted()
        share, low, high = tally.interval()
        found.append(
            {
                "alone": pairing.alone,
                "others": pairing.others,
                "share": share if blocks else None,
                "low": low,
                "high": high,
                "blocks": len(blocks),
                "games": len(blocks) * played.settings.seats,
                "stopped_early": tally.stopped is not None and tally.stopped < played.settings.blocks,
                "interval": "fixed" if tally.stopped is None else "at any time",
                "mirrored": False,
            }
        )
        if played.settings.seats == 2 and blocks:
            found.append(found[-1] | other_way(played, pairing, len(blocks)))
    return found


def other_way(played: Tournament, pairing: Pairing, blocks: int) -> dict[str, Any]:
    """With two seats the same games tell how often the other won; not just the rest, since some are won by nobody."""
    of_blocks = [played.blocks[pairing, number]["games"] for number in sorted(played.tallies[pairing].blocks)[:blocks]]
    shares = [
        fmean((1 - game["seat"] in game["winners"]) / max(len(game["winners"]), 1) for game in games)
        for games in of_blocks
    ]
    share, low, high = interval(shares, 2)
    return {
        "alone": pairing.others,
        "others": pairing.alone,
        "share": share,
        "low": low,
        "high": high,
        "stopped_early": False,
        "interval": "fixed",
        "mirrored": True,
    }


def rated(blocks: list[dict[str, Any]], seats: int, seed: str) -> dict[str, dict[str, float]]:
    games: list[list[Game]] = []
    for block in blocks:
        sittings = [
            [block["alone"] if seat == game["seat"] else block["others"] for seat in range(seats)]
            for game in block["games"]
        ]
        games.append(
            [
                (sitting, [0 if seat in game["winners"] else 1 for seat in range(seats)])
                for sitting, game in zip(sittings, block["games"])
            ]
        )
    return {bot: found._asdict() for bot, found in ratings(games, seed).items()}


def about(label: str, blocks: list[dict[str, Any]]) -> dict[str, Any]:
    """How long its games and its moves took, and what went wrong."""
    mine = [block for block in blocks if label in (block["alone"], block["others"])]
    steps: Counter[int] = Counter()
    for block in mine:
        steps.update({int(step): count for step, count in block["times"].get(label, {}).items()})
    faults = Counter(fault["sort"] for block in mine for fault in block["faults"] if fault["bot"] == label)
    words = next((f["words"] for block in mine for f in block["faults"] if f["bot"] == label), "")
    lengths = [game["actions"] for block in mine for game in block["games"]]
    return {
        "bot": label,
        "moves": sum(steps.values()),
        "ms_median": quantile(steps, 0.5),
        "ms_99": quantile(steps, 0.99),
        "actions_a_game": fmean(lengths) if lengths else None,
        "actions_median": median(lengths) if lengths else None,
        "actions_least": min(lengths, default=None),
        "actions_most": max(lengths, default=None),
        "faults": {sort: faults[sort] for sort in FAULTS},
        "first_fault": words,
    }


def quantile(steps: Counter[int], part: float) -> float | None:
    """So many of the moves were under this."""
    wanted, passed = part * sum(steps.values()), 0
    for step, count in sorted(steps.items()):
        passed += count
        if passed >= wanted:
            return round(milliseconds_of(step), 3)
    return None


def beliefs(label: str, blocks: list[dict[str, Any]]) -> dict[str, Any] | None:
    """What it said with each probability, beside how often that was right."""
    tenths: dict[str, dict[str, float]] = {}
    for block in blocks:
        for tenth, found in block["claims"].get(label, {}).items():
            add_to(tenths.setdefault(tenth, {}), found)
    said = sum(found["said"] for found in tenths.values())
    if not said:
        return None
    return {
        "claims": said,
        "log_loss": sum(found["loss"] for found in tenths.values()) / said,
        "tenths": [
            {
                "said": found["said"],
                "mean": found["sum"] / found["said"],
                "right": found["right"] / found["said"],
            }
            if (found := tenths.get(str(tenth)))
            else {"said": 0, "mean": (tenth + 0.5) / TENTHS, "right": None}
            for tenth in range(TENTHS)
        ],
    }


def readings(label: str, played: Tournament) -> dict[str, Any] | None:
    """What an observer gave the truth after so many moves: the median and the mean over seats and games."""
    rows = [row for (bot, _), found in sorted(played.readings.items()) if bot == label for row in found["readings"]]
    if not rows:
        return None
    by_moves = {moves: [row[str(moves)] for row in rows if str(moves) in row] for moves in MOVES}
    return {
        "seats": len(rows),
        "guess": fmean(row["guess"] for row in rows),
        "after": [
            {"moves": moves, "median": median(values), "mean": fmean(values), "seats": len(values)}
            for moves, values in by_moves.items()
            if values
        ],
    }
