"""Positions of real matches of spies, for looking at the board without a server: one of each question, as whoever is asked sees it.

python web/dev/fixtures.py > web/dev/fixtures.json
"""

import json
import random
from typing import Any

import topsecret
from topsecret import Match

CHOICE = random.Random(5)


def look(match: Match, seat: int, before: int) -> dict[str, Any]:
    events = match.events(seat)
    legal = [move.json for move in match.legal(seat)] if seat in match.actors else []
    return {
        "seat": seat,
        "view": match.view(seat),
        "events": events,
        "news": [event for event in events if event["n"] > before],
        "legal": legal if len(legal) <= 200 else None,
    }


def main() -> None:
    game = topsecret.game("spies")
    found: dict[str, Any] = {}
    for number in range(60):
        match = Match.new(
            game,
            CHOICE.choice([3, 4, 5]),
            {"cards": number % 3 > 0, "dossier": number % 2 == 0},
            f"look {number}",
            "fair",
            None,
            (),
        )
        for turn in range(400):
            if match.over:
                found.setdefault("over", look(match, 0, 0))
                break
            seat = CHOICE.choice(match.actors)
            view = match.view(seat)
            name = f"{view['phase']}{' cards' if view['cards'] else ''}".replace(" ", "_")
            if view["die"] == "1-3" and view["phase"] == "move":
                name += "_1-3"
            late = turn > (12 if number < 40 else 0)
            hand = sum(view["hand"][seat].values()) if view["cards"] else 0
            if late and name not in found and (view["phase"] != "card part" or hand > 1):
                found[name] = look(match, seat, 10**6)
            if view["phase"] == "card part" and late:
                for move in match.legal(seat):
                    card = move.json["action"]
                    if card not in ("pass_by", "done") and f"card_{card}" not in found:
                        found[f"card_{card}"] = look(match, seat, 10**6)
            if match.view(seat)["phase"] == "dossier":
                holds = view["holds"][seat]
                for agent in view["in_play"]:
                    if not holds[agent]:
                        match.play(seat, f"dossier {agent} free")
                match.play(seat, "hand in")
                continue
            before = max((event["n"] for event in match.events(0)), default=0)
            legal = match.legal(seat)
            match.play(seat, CHOICE.choice(legal))
            if late and view["phase"] == "move" and seat != 0:
                found.setdefault("watch_move" + ("_cards" if view["cards"] else ""), look(match, 0, before))
            if late and view["phase"] == "safe":
                found.setdefault("watch_safe", look(match, 0, before))
    print(json.dumps(found))


main()
