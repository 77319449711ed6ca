"""Whole games as readable text: who acts, what is legal, what is played, what every viewer is told and sees.

    python -m topsecret.kernel.playthrough GAME                     writes the files of a game again
    python -m topsecret.kernel.playthrough GAME --add NAME SETUP    adds one; SETUP as in {"seats": 2, "options": {}, "seed": "a"}

The files are `tests/playthroughs/*.txt` in the game's folder; the second line of each is its set-up. They are tests and
documentation in one: the same set-up gives the same text, and any change of the rules shows in them.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .errors import TopSecretError
from .game import Game
from .match import CHANCE, Match
from .moves import Move
from .registry import game as find_game
from .words import tell

SETUP = "# set-up: "
SHOWN = 4  # of the legal actions
MOST_STEPS = 5000
GAPS = (0, 50, 600, 600, 4000)  # milliseconds between steps, in games with time
NOTHING = ("0", "no", "none", "?", "[]")  # not worth a word at the start
ABOUT = ("game", "viewer")  # of a view: the same all game long


def playthrough(game: Game, setup: dict[str, Any]) -> str:
    """One whole game: outcomes and choices at random, but always the same for the same set-up."""
    rng = random.Random(str(setup["seed"]))
    match = game.match(setup["seats"], setup["options"], chance="manual")
    viewers: list[int | None] = [None, *range(match.seats)]
    lines = [
        f"# {game.title}: a whole game, with what every viewer is told (>) and sees (=)",
        SETUP + json.dumps(setup, ensure_ascii=False),
        f"# made by: {command(game)}",
        "",
        "start",
    ]
    before: dict[int | None, dict[str, str]] = {viewer: {} for viewer in viewers}
    heard: dict[int | None, int] = dict.fromkeys(viewers, 0)
    for number in range(1, MOST_STEPS + 1):
        lines += tellings(match, viewers, heard)
        lines += changes(match, viewers, before)
        if match.over:
            break
        lines += ["", *step(match, number, rng)]
    lines += ["", f"result {json.dumps(match.result)}"]
    return "\n".join(lines) + "\n"


def step(match: Match, number: int, rng: random.Random) -> list[str]:
    """Somebody acts."""
    if match.game.State.timed and match.actors != (CHANCE,):
        match.advance(match.now + rng.choice(GAPS))
    clock = f" at {match.now}" if match.game.State.timed else ""
    if match.over:
        return [f"{number}. time{clock}"]
    if match.actors == (CHANCE,):
        outcomes = match.outcomes()
        chosen = rng.choices([move for move, _ in outcomes], [weight for _, weight in outcomes])[0]
        match.play(CHANCE, chosen)
        return [f"{number}. chance: {chosen}{clock}", f"   of {some([move for move, _ in outcomes])}"]
    seat = rng.choice(match.actors)
    legal = match.legal(seat)
    if not legal:
        return [f"{number}. seat {seat} waits{clock}"]
    chosen = choose(match, seat, legal, rng)
    match.play(seat, chosen)
    return [f"{number}. seat {seat}: {chosen}{clock}", f"   of {some(legal)}"]


def choose(match: Match, seat: int, legal: list[Move], rng: random.Random) -> Move:
    """A kind of action first, then one of that kind: as somebody would who plays without a plan. A draft is completed."""
    if any(move.is_draft for move in legal):
        rules, state = match.game.interpreted, match.state()
        ways = rules.ways(state, seat)
        if ways > 0:
            return match.game.actions.move(rules.drawn(state, seat, rng.randrange(ways)))
    family = rng.choice(sorted({move.family for move in legal}))
    return rng.choice([move for move in legal if move.family == family])


def some(moves: Sequence[Move]) -> str:
    """The first and the last of them, and how many there are."""
    if len(moves) <= SHOWN + 1:
        return " | ".join(map(str, moves))
    return " | ".join(map(str, moves[: SHOWN - 1])) + f" | … | {moves[-1]} ({len(moves)} in all)"


def tellings(match: Match, viewers: Iterable[int | None], heard: dict[int | None, int]) -> list[str]:
    """What each viewer was told since the last step."""
    told: dict[tuple[str, int], list[int | None]] = {}
    latest: dict[tuple[str, int], int] = {}  # lines stand in an order that is right for everybody
    for viewer in viewers:
        events = match.events(viewer, heard[viewer])
        heard[viewer] += len(events)
        lines = [spoken(match.game, event) for event in events]
        for place, line in enumerate(lines):
            key = line, lines[:place].count(line)
            told.setdefault(key, []).append(viewer)
            latest[key] = max(latest.get(key, 0), place)
    return [f"   > {who(match, told[key])}: {key[0]}" for key in sorted(told, key=lambda key: latest[key])]


def spoken(game: Game, event: dict[str, Any]) -> str:
    params = " ".join(f"{key}={short(value)}" for key, value in event.items() if key not in ("n", "event"))
    return f"{event['event']} {params}".strip() + f" — {tell(game, event)}"


def changes(match: Match, viewers: Iterable[int | None], before: dict[int | None, dict[str, str]]) -> list[str]:
    """What each viewer sees otherwise than before."""
    seen: dict[str, list[int | None]] = {}
    for viewer in viewers:
        now = flat(match.view(viewer))
        for path, value in now.items():
            old = before[viewer].get(path)
            if old != value and (old is not None or value not in NOTHING):
                seen.setdefault(f"{path} {value}" if old is None else f"{path} {old} -> {value}", []).append(viewer)
        before[viewer] = now
    grouped: dict[str, list[str]] = {}
    for line, watchers in seen.items():
        grouped.setdefault(who(match, watchers), []).append(line)
    return [f"   = {watchers}: {', '.join(lines)}" for watchers, lines in grouped.items()]


def flat(view: dict[str, Any]) -> dict[str, str]:
    """A view as one text for each cell."""
    cells: dict[str, str] = {}

    def walk(path: str, thing: Any) -> None:
        if isinstance(thing, dict):
            for key, value in thing.items():
                walk(f"{path}.{key}" if path else key, value)
        elif isinstance(thing, list) and any(isinstance(x, dict | list) for x in thing):
            for number, value in enumerate(thing):
                walk(f"{path}.{number}", value)
        else:
            cells[path] = short(thing)

    walk("", {key: value for key, value in view.items() if key not in (*ABOUT, "result")})
    return cells


def short(value: Any) -> str:
    if value is None:
        return "?"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "[" + " ".join(short(item).replace(" ", "_") for item in value) + "]"
    if isinstance(value, dict):
        return "{" + " ".join(f"{key}:{short(item)}" for key, item in value.items()) + "}"
    return str(value)


def who(match: Match, viewers: list[int | None]) -> str:
    if len(viewers) == match.seats + 1:
        return "all"
    names = ["spectator" if viewer is None else f"seat {viewer}" for viewer in viewers]
    missing = [seat for seat in range(match.seats) if seat not in viewers]
    return f"all but seat {missing[0]}" if len(missing) == 1 and None in viewers else ", ".join(names)


# the files


def command(game: Game) -> str:
    return f"python -m topsecret.kernel.playthrough {game.id}"


def folder(game: Game) -> Path:
    if game.folder is None:
        raise TopSecretError(f"{game.id} has no folder for playthroughs")
    return game.folder / "tests" / "playthroughs"


def files(game: Game) -> list[Path]:
    return sorted(folder(game).glob("*.txt")) if game.folder else []


def setup_of(text: str) -> dict[str, Any]:
    """The set-up that a playthrough names in its first lines."""
    for line in text.splitlines()[:5]:
        if line.startswith(SETUP):
            setup: dict[str, Any] = json.loads(line.removeprefix(SETUP))
            return setup
    raise TopSecretError(f"expected a line {SETUP!r} among the first five")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m topsecret.kernel.playthrough", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("game")
    parser.add_argument("--add", nargs=2, metavar=("NAME", "SETUP"), help="a new one, with its set-up as JSON")
    asked = parser.parse_args(arguments)
    game = find_game(asked.game)
    setups = {path: setup_of(path.read_text(encoding="utf-8")) for path in files(game)}
    if asked.add:
        setups = {folder(game) / f"{asked.add[0]}.txt": json.loads(asked.add[1])}
    for path, setup in setups.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(game, setup), encoding="utf-8", newline="\n")
        print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
