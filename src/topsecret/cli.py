"""The command `topsecret`."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import topsecret
from topsecret import bots
from topsecret.kernel import registry
from topsecret.kernel.errors import BadFile, BadOptions, TopSecretError
from topsecret.kernel.match import Match

from .terminal import commands
from .terminal.face import face_of
from .terminal.screen import Gone, Screen
from .terminal.table import Table, playable, seat_names

PACE = 0.3


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (--help shows how)\n")


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text[:40]!r}") from None


def parser() -> Parser:
    raw = argparse.RawDescriptionHelpFormatter
    top = Parser(
        prog="topsecret",
        description="Spy games in your browser and in your terminal. Without a command: serve, with its options.",
        epilog="examples:\n  topsecret\n  topsecret --no-open --host 0.0.0.0\n  topsecret play spies --cards\n  topsecret COMMAND --help",
        formatter_class=raw,
    )
    top.add_argument("--version", action="version", version=f"topsecret {topsecret.__version__}")
    each = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, about: str, example: str) -> argparse.ArgumentParser:
        whole_sentence = about[:1].upper() + about[1:] + "."
        epilog = f"example:\n  {example}"
        return each.add_parser(name, help=about, description=whole_sentence, epilog=epilog, formatter_class=raw)

    ids = f"one of: {', '.join(registry.ids())}"
    serve = command("serve", "serve tables and open the browser", "topsecret serve --host 0.0.0.0 --port 8765")
    serve.add_argument(
        "--host",
        default="127.0.0.1",
        help="where to listen; 0.0.0.0 lets the local network in (default: this machine only)",
    )
    serve.add_argument("--port", metavar="P", type=whole, help="the port (default: 8765 or the next free one)")
    serve.add_argument("--data", metavar="DIR", help="where tables are kept (default: your data folder)")
    serve.add_argument("--no-open", action="store_true", help="do not open the browser")
    serve.add_argument(
        "--bot-pace", metavar="SECONDS", type=float, default=0.9, help="pause between actions of bots (default: 0.9)"
    )
    serve.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another name of this machine (may be repeated)",
    )
    serve.add_argument(
        "--no-limits",
        action="store_true",
        help="hold nobody back, for measuring; only where the network cannot come in",
    )
    serve.set_defaults(run=run_serve)

    play = command("play", "play against bots in the terminal", "topsecret play spies --seats 5 --cards --dossier")
    play.add_argument("game", metavar="GAME", nargs="?", help=ids)
    play.add_argument(
        "--seats", type=whole, help="how many play, you and the bots (default: 4, or as near as the game allows)"
    )
    play.add_argument(
        "--cards", action="store_true", help="spies: with Top Secret cards; the same as --option cards=true"
    )
    play.add_argument(
        "--dossier", action="store_true", help="spies: with secret dossiers; the same as --option dossier=true"
    )
    play.add_argument("--seat", type=whole, default=0, help="your seat, from 0 (default: 0)")
    play.add_argument("--bot", metavar="NAME", help="which bot the others are (default: the best there is)")
    play.add_argument("--seed", help="the same text gives the same game")
    play.add_argument("--name", default="Chief", help="what you are called at the table (default: Chief)")
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    play.add_argument(
        "--save", metavar="FILE", help="save the game to this file when it ends or you leave; a rematch beside it"
    )
    play.add_argument(
        "--pace", metavar="SECONDS", type=float, default=PACE, help=f"pause after each line of news (default: {PACE})"
    )
    option(play)
    play.set_defaults(run=run_play)

    rules = command("rules", "show the rules of a game", "topsecret rules spies")
    rules.add_argument("game", metavar="GAME", help=ids)
    rules.set_defaults(run=commands.show_rules)

    games = command("games", "list all games with their options and bots", "topsecret games")
    json_flag(games)
    games.set_defaults(run=commands.show_games)

    example = "topsecret selfplay spies --games 100 --seats 4 --bot greedy --bot random"
    many = command("selfplay", "let bots play many games and report", example)
    many.add_argument("game", metavar="GAME", help=ids)
    many.add_argument("--games", metavar="N", type=whole, default=100, help="how many games (default: 100)")
    many.add_argument(
        "--seats", metavar="K", type=whole, help="how many play (default: 4, or as near as the game allows)"
    )
    many.add_argument("--seed", metavar="S", default="0", help="the same text gives the same games (default: 0)")
    many.add_argument(
        "--bot",
        metavar="NAME",
        action="append",
        help="the bot of seat 0, then of seat 1, and so round (default: random)",
    )
    many.add_argument("--watch", action="store_true", help="games in real time: watch one game, all faces open")
    many.add_argument(
        "--speed", metavar="X", type=float, default=1.0, help="with --watch: so many times faster (default: 1)"
    )
    option(many)
    json_flag(many)
    many.set_defaults(run=commands.run_selfplay)

    laws = command(
        "laws",
        "try the laws that every game must obey; exit code 1 if one is broken",
        "topsecret laws spies --games 50",
    )
    laws.add_argument("game", metavar="GAME", nargs="?", help=f"{ids} (default: all)")
    laws.add_argument("--games", metavar="N", type=whole, default=20, help="random games for each law (default: 20)")
    laws.add_argument("--law", metavar="NAME", action="append", default=[], help="only this law (may be repeated)")
    laws.add_argument("--seed", metavar="S", default="0", help="the same text tries the same games (default: 0)")
    json_flag(laws)
    laws.set_defaults(run=commands.run_laws)

    about = "recompute a saved game, every outcome and position; exit code 1 if something does not hold"
    verify = command("verify", about, "topsecret verify evening.topsecret.json")
    verify.add_argument("file", metavar="FILE", help="a saved game")
    json_flag(verify)
    verify.set_defaults(run=commands.run_verify)

    bench = command(
        "bench",
        "measure the speed of the rules or of the server (needs a checkout of the repository)",
        "topsecret bench engine --check",
    )
    bench.add_argument("what", choices=["engine", "server"], help="what to measure")
    bench.add_argument(
        "rest", nargs=argparse.REMAINDER, metavar="…", help="--json, --check, …: topsecret bench engine --help"
    )
    bench.set_defaults(run=commands.run_bench)
    return top


def option(to: argparse.ArgumentParser) -> None:
    about = "an option of the game (may be repeated); topsecret games lists them"
    to.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help=about)


def json_flag(to: argparse.ArgumentParser) -> None:
    to.add_argument("--json", action="store_true", help="for programs")


# serve


def run_serve(args: argparse.Namespace) -> int:
    from .server.run import Wish, serve

    if not 0 <= args.bot_pace <= 60:
        raise BadOptions(f"bot-pace: expected 0 to 60 seconds, got {args.bot_pace}")
    wish = Wish(args.host, args.port, args.data, not args.no_open, args.bot_pace, args.allow_host, args.no_limits)
    return serve(wish)


# play


def run_play(args: argparse.Namespace) -> int:
    loaded = open_saved(args) if args.load else None
    game = loaded.game if loaded else registry.game(args.game or "spies")
    chosen = [*args.option, *(["cards=true"] if args.cards else []), *(["dossier=true"] if args.dossier else [])]
    options = commands.options_of(game, chosen)
    if loaded and (options or args.seats or args.seed):
        raise BadOptions("a saved game has its own seats, options and seed: --load goes without them")
    seats = args.seats if args.seats is not None else loaded.seats if loaded else game.usual_seats
    bot = args.bot or bots.best(game)
    if game.State.timed:
        return commands.play_in_time(args, game, loaded, options, seats, bot)
    match, seed = loaded, args.seed
    for number in count(1):
        if match is None:
            seed = seed if seed is not None else secrets.token_hex(8)
            match = game.match(seats=seats, options=options, seed=seed)
        if not 0 <= args.seat < match.seats:
            raise BadOptions(f"seat: expected 0 to {match.seats - 1}, got {args.seat}")
        names = seat_names(match.seats, args.seat, commands.clean_name(args.name))
        players = {seat: bots.make(bot, game, f"{seed}/{seat}") for seat in range(match.seats) if seat != args.seat}
        face = face_of(game, names, args.seat)
        screen = Screen(face.styles, pace=max(0.0, min(args.pace, 5.0)))
        save = file_of(Path(args.save), number) if args.save else None
        table = Table(match, args.seat, players, face, names, screen, save)
        if not table.run() or not wants_more(screen):
            break
        options, seats, seed, match = match.options, match.seats, None, None
    return 0


def file_of(path: Path, number: int) -> Path:
    """Each rematch is saved beside the game before it: evening-2.topsecret.json."""
    name, dot, rest = path.name.partition(".")
    return path if number == 1 else path.with_name(f"{name}-{number}{dot}{rest}")


def open_saved(args: argparse.Namespace) -> Match:
    try:
        match = topsecret.load(commands.read_text(args.load))
    except BadFile as problem:
        words = str(problem)
        raise BadFile(words if words.startswith(args.load) else f"{args.load}: {words}") from None
    if args.game and match.game.id != registry.game(args.game).id:
        raise BadFile(f"{args.load}: expected a game of {args.game}, got {match.game.id}")
    why_not = playable(match)
    if why_not:
        raise BadFile(f"{args.load}: cannot go on with this game: {why_not}")
    return match


def wants_more(screen: Screen) -> bool:
    try:
        return screen.ask("Another game? [typed]y[/] / [typed]n[/] [now]>[/] ").strip().lower() in ("y", "yes")
    except Gone:
        return False


def named(given: list[str]) -> list[str]:
    """What was asked for, with its command: without one it is `serve`, and the options are its own."""
    if given and (not given[0].startswith("-") or given[0] in ("-h", "--help", "--version")):
        return given
    return ["serve", *given]


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command. 0: fine; 1: something does not hold; 2: what was asked for cannot be done."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        args = parser().parse_args(named(list(sys.argv[1:] if argv is None else argv)))
        return int(args.run(args))
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0
    except TopSecretError as problem:
        words = " ".join(str(problem).split())
        print(f"topsecret: {words}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
