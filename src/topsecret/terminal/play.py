"""The command `topsecret play`: which game, new or left before, and one game after the other."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from rich.markup import escape

import topsecret
from topsecret import bots
from topsecret.bots.live import Live
from topsecret.bots.why import as_event
from topsecret.kernel import registry
from topsecret.kernel.errors import BadFile, BadOptions
from topsecret.kernel.game import Game
from topsecret.kernel.match import Match

from .commands import clean_name, options_of, read_text
from .display import display_of
from .kept import KeptGames, Seated, Shelf, describe
from .keys import keyboard
from .live import LiveSession, live_display, open_live
from .screen import Gone, Interrupted, Screen
from .session import Session, playable, seat_names
from .speech import language_of, tagline
from .thoughts import Thought, told

MOST_OFFERED = 8


@dataclass
class Wanted:
    """What is played, and how this person sits there."""

    game: Game
    seated: Seated
    shelf: Shelf
    match: Match | None = None  # a game that goes on
    seats: int = 0
    seed: str | None = None
    options: dict[str, Any] | None = None

    def new_match(self, more: dict[str, Any] | None = None) -> Match:
        self.seed = self.seed if self.seed is not None else secrets.token_hex(8)
        return self.game.match(seats=self.seats, options={**(self.options or {}), **(more or {})}, seed=self.seed)

    def names(self, match: Match) -> list[str]:
        if not 0 <= self.seated.seat < match.seats:
            raise BadOptions(f"seat: expected 0 to {match.seats - 1}, got {self.seated.seat}")
        return seat_names(match.seats, self.seated.seat, self.seated.name)

    @property
    def bot(self) -> str:
        return self.seated.bot or bots.usual(self.game)


def run(args: argparse.Namespace, kept: KeptGames | None = None, screen: Screen | None = None) -> int:
    """Plays until somebody has had enough. `kept` and `screen` are the user's own if not given."""
    screen = screen or Screen({}, language=language_of(args.lang))
    kept = kept or KeptGames()
    try:
        wanted = find_wanted(args, kept, screen)
    except Interrupted:
        raise KeyboardInterrupt from None
    except Gone:
        return 0
    if wanted.game.State.timed:
        play_live(wanted, screen.language)
        return 0
    for number in count(1):
        match = wanted.match or wanted.new_match()
        me, names = wanted.seated.seat, wanted.names(match)
        seed = wanted.seed or secrets.token_hex(8)
        players = {
            seat: bots.make(wanted.bot, wanted.game, f"{seed}/{seat}") for seat in range(match.seats) if seat != me
        }
        display = display_of(wanted.game, names, me, screen.language)
        own = screen.restyled(display.styles, pace=max(0.0, min(args.pace, 5.0)))
        if args.save:
            wanted.shelf.save = file_of(Path(args.save), number)
        session = Session(match, me, players, display, names, own, wanted.shelf)
        if not session.run() or not wants_more(own, Told(match.game, session.thoughts, names)):
            break
        screen.language = own.language
        wanted.match, wanted.seed, wanted.seats, wanted.options = None, None, match.seats, match.options
        wanted.shelf.path = None
    return 0


def find_wanted(args: argparse.Namespace, kept: KeptGames, screen: Screen) -> Wanted:
    """A saved game, one that was left, or a new one. Asks only where somebody sits there; raises Gone if they leave at this."""
    if args.load and args.goes_on:
        raise BadOptions("expected --load or --continue, got both")
    if args.game:
        registry.game(args.game)
    path = Path(args.load) if args.load else None
    is_kept = False
    if args.goes_on or (screen.is_live and not args.load and not is_new(args)):
        paths = kept.unfinished(args.game)
        if args.goes_on and not paths:
            raise BadOptions(f"there is no game to go on with in {kept.folder}")
        path = choose_kept(paths, screen, may_be_new=not args.goes_on) if paths else None
        is_kept = path is not None
    if path is not None and is_new(args):
        raise BadOptions("a saved game has its own seats, options and seed: --load and --continue go without them")
    before = kept.seated(path) if is_kept and path is not None else Seated()
    seated = Seated(
        before.seat if args.seat is None else args.seat,
        before.name if args.name is None else clean_name(args.name),
        args.bot or before.bot,
    )
    shelf = Shelf(
        Path(args.save) if args.save else None, kept if screen.is_live else None, seated, path if is_kept else None
    )
    if path is not None:
        match = open_saved(str(path), args.game)
        return Wanted(match.game, seated, shelf, match)
    game = registry.game(args.game or choose_game(screen))
    seats = game.usual_seats if args.seats is None else args.seats
    return Wanted(game, seated, shelf, None, seats, args.seed, options_of(game, args.option))


def is_new(args: argparse.Namespace) -> bool:
    """Whether somebody said how a new game shall be."""
    return bool(args.option) or args.seats is not None or args.seed is not None


def choose_kept(paths: list[Path], screen: Screen, may_be_new: bool) -> Path | None:
    """Which of the games that were left; None: a new one. The latest, where nobody is there to say."""
    if not screen.is_live or (len(paths) == 1 and not may_be_new):
        return paths[0]
    screen.say(f"[now]■[/] {screen.t('choose.left')}")
    shown = paths[:MOST_OFFERED]
    labels = [escape(describe(path, screen.language)) for path in shown]
    labels += [screen.t("choose.new")] if may_be_new else []
    number = choose_number(labels, screen)
    return shown[number] if number < len(shown) else None


def choose_game(screen: Screen) -> str:
    """Which game; raises BadOptions where nobody is there to ask."""
    games = topsecret.games()
    if not screen.is_live:
        raise BadOptions(f"which game? topsecret play GAME, one of: {', '.join(registry.ids())}")
    screen.say(f"[title] TOP SECRET [/] {screen.t('choose.game')}")
    labels = [f"[now]{game.title}[/]  [quiet]{tagline(game, screen.language)}[/]" for game in games]
    return games[choose_number(labels, screen)].id


def choose_number(labels: list[str], screen: Screen) -> int:
    """Which of these, from 0; Enter takes the first. Raises Gone."""
    for number, label in enumerate(labels, 1):
        screen.say(f"  [typed]{number}[/] {label}")
    while True:
        typed = screen.ask("[now]>[/] ").strip()
        if typed.lower() in ("q", "quit"):
            raise Gone
        if not typed or (typed.isdecimal() and 1 <= int(typed[:6]) <= len(labels)):
            return int(typed or 1) - 1
        screen.say(f"  [no]✗[/] {screen.t('choose.number', count=len(labels))}")


def file_of(path: Path, number: int) -> Path:
    """Each rematch is saved beside the game before it: evening-2.topsecret.json."""
    name, dot, rest = path.name.partition(".")
    return path if number == 1 else path.with_name(f"{name}-{number}{dot}{rest}")


def open_saved(path: str, game: str | None) -> Match:
    try:
        match = topsecret.load(read_text(path))
    except BadFile as problem:
        words = str(problem)
        raise BadFile(words if words.startswith(path) else f"{path}: {words}") from None
    if game and match.game.id != game:
        raise BadFile(f"{path}: expected a game of {game}, got {match.game.id}")
    why_not = playable(match)
    if why_not:
        raise BadFile(f"{path}: cannot go on with this game: {why_not}")
    return match


class Told(NamedTuple):
    """What can be told after a game: what the bots thought."""

    game: Game
    thoughts: Sequence[Thought]
    names: Sequence[str]

    def lines(self, screen: Screen, whose: str = "") -> list[str]:
        return list(told(self.game, self.thoughts, self.names, screen, whose))


def wants_more(screen: Screen, after: Told) -> bool:
    """Whether another game is wanted. Before, whoever asks hears what the bots thought."""
    offers = f" · {screen.t('thoughts.offer')}" if after.lines(screen) else ""
    try:
        while True:
            word, _, whose = screen.ask(f"{screen.t('another')}{offers} [now]>[/] ").strip().lower().partition(" ")
            if word != "w" or not offers:
                return word in ("1", *screen.t("typed.yes").split())
            screen.lines(after.lines(screen, whose.strip()) or after.lines(screen))
    except Interrupted:
        raise KeyboardInterrupt from None
    except Gone:
        return False


def play_live(wanted: Wanted, language: str, number: int = 1) -> None:
    """A person with keys among bots, in real time; one game after the other."""
    me = wanted.seated.seat
    match = wanted.match or wanted.new_match()
    names = wanted.names(match)
    display = live_display(wanted.game, names, me, language)
    screen, keys = Screen(display.styles, language=language), keyboard()
    in_language = partial(live_display, wanted.game, names, me)
    switched = open_live(display, screen, keys, None if wanted.match else match.options, in_language)
    if switched is None:
        return
    display = in_language(screen.language)
    if switched:
        match = wanted.new_match(switched)
    sitting = {seat: wanted.bot for seat in range(match.seats) if seat != me}
    live = Live(match, sitting, wanted.seed or secrets.token_hex(8))
    first, shelf = wanted.shelf.save, wanted.shelf
    shelf.save = file_of(first, number) if first else None
    played_out = LiveSession(live, display, screen, keys, me, shelf=shelf).run()
    thoughts = [
        Thought(seat, as_event(seat, match.game.actions.read(action)), why) for seat, action, why in live.thoughts
    ]
    if played_out and screen.is_live and wants_more(screen, Told(match.game, thoughts, names)):
        shelf.save, shelf.path = first, None
        wanted.match, wanted.seed, wanted.seats, wanted.options = None, None, match.seats, match.options
        play_live(wanted, screen.language, number + 1)
