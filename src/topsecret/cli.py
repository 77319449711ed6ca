"""The command `topsecret`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import topsecret
from topsecret.kernel import registry
from topsecret.kernel.errors import BadOptions, TopSecretError
from topsecret.kernel.game import Game

from .terminal import commands
from .terminal.speech import languages

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


def parser(game: Game | None = None) -> Parser:
    """All commands; where a game is played its own options are flags, too."""
    raw = argparse.RawDescriptionHelpFormatter
    top = Parser(
        prog="topsecret",
        description="Spy games in your browser and in your terminal. Without a command: serve, with its options.",
        epilog="examples:\n  topsecret\n  topsecret --no-open --host 0.0.0.0\n  topsecret play\n  topsecret COMMAND --help",
        formatter_class=raw,
    )
    top.add_argument("--version", action="version", version=f"topsecret {topsecret.__version__}")
    each = top.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, about: str, example: str) -> argparse.ArgumentParser:
        whole_sentence = about[:1].upper() + about[1:] + "."
        epilog = f"example:\n  {example}"
        return each.add_parser(name, help=about, description=whole_sentence, epilog=epilog, formatter_class=raw)

    some_game = game.id if game else registry.ids()[-1]
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
        "--countdown",
        metavar="SECONDS",
        type=float,
        default=3.0,
        help="in games with time: before a deal, and when people are back after a restart; 0: neither (default: 3)",
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
    for_hosts(serve)
    serve.set_defaults(run=run_serve)

    play = command(
        "play", "play against bots in the terminal", f"topsecret play {some_game}\n  topsecret play {some_game} --help"
    )
    play.add_argument("game", metavar="GAME", nargs="?", help=f"{ids}; GAME --help shows its own options, too")
    play.add_argument(
        "--seats",
        type=whole,
        help="number of players, you and the bots together (default: 4, or as near as the game allows)",
    )
    play.add_argument("--seat", type=whole, help="your seat, from 0 (default: 0)")
    play.add_argument("--bot", metavar="NAME", help="which bot the others are (default: medium, or the best there is)")
    play.add_argument("--seed", help="the same text gives the same game")
    play.add_argument("--name", help="what you are called at the table (default: Chief)")
    play.add_argument("--continue", dest="goes_on", action="store_true", help="go on with the game that you left last")
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")
    play.add_argument(
        "--save", metavar="FILE", help="save the game to this file when it ends or you leave; a rematch beside it"
    )
    play.add_argument(
        "--pace", metavar="SECONDS", type=float, default=PACE, help=f"pause after each line of news (default: {PACE})"
    )
    lang_flag(play)
    options_of_game(play, game)
    play.set_defaults(run=run_play)

    learn = command("learn", "learn a game in the terminal, one goal at a time", f"topsecret learn {some_game}")
    learn.add_argument("game", metavar="GAME", help=ids)
    learn.add_argument("--lesson", metavar="KEY", help="begin with this one (default: the first)")
    lang_flag(learn)
    learn.set_defaults(run=run_learn)

    about = "solve the case of the day, or of a seed: a puzzle from a game's own logic"
    cases = command(
        "cases", about, f"topsecret cases {some_game}\n  topsecret cases {some_game} --seed 33 --difficulty hard"
    )
    cases.add_argument("game", metavar="GAME", help=ids)
    cases.add_argument("--date", metavar="DAY", help="whose case, as 2026-11-18 (default: today, UTC)")
    cases.add_argument("--seed", metavar="S", type=whole, help="instead: the case of this number")
    cases.add_argument("--difficulty", choices=["easy", "medium", "hard"], help="with --seed (default: medium)")
    lang_flag(cases)
    json_flag(cases)
    cases.set_defaults(run=run_cases)

    rules = command("rules", "show the rules of a game", f"topsecret rules {some_game}")
    rules.add_argument("game", metavar="GAME", help=ids)
    lang_flag(rules)
    rules.set_defaults(run=commands.show_rules)

    games = command("games", "list all games with their options and bots", "topsecret games")
    json_flag(games)
    games.set_defaults(run=commands.show_games)

    example = f"topsecret selfplay {some_game} --games 100 --bot random"
    many = command("selfplay", "let bots play many games and report", example)
    many.add_argument("game", metavar="GAME", help=ids)
    many.add_argument("--games", metavar="N", type=whole, default=100, help="how many games (default: 100)")
    many.add_argument(
        "--seats", metavar="K", type=whole, help="number of players (default: 4, or as near as the game allows)"
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
    options_of_game(many, game)
    json_flag(many)
    many.set_defaults(run=commands.run_selfplay)

    about = "let bots play each other on the same deals from every seat, and say how sure the result is"
    arena = command("arena", about, f"topsecret arena {some_game} --bots greedy,random --games 200 --report arena.html")
    arena.add_argument("game", metavar="GAME", help=ids)
    arena.add_argument(
        "--bots",
        metavar="A,B,…",
        required=True,
        help="who plays: names, NAME@200ms for a budget of its own, FILE.py or FILE.py:Class, remote:COMMAND",
    )
    arena.add_argument("--against", metavar="A,…", default="", help="only these are the others (default: all)")
    arena.add_argument(
        "--games", metavar="N", type=whole, default=100, help="of each pairing, in whole blocks (default: 100)"
    )
    arena.add_argument(
        "--seats", metavar="K", type=whole, help="one against K-1 (default: as the game is usually played)"
    )
    arena.add_argument("--budget", metavar="B", help="for each action, as in 200ms or 2000sims (default: their own)")
    arena.add_argument(
        "--stop", metavar="SHARE", type=float, help="stop a pairing once it is sure on which side of this share it is"
    )
    arena.add_argument("--jobs", metavar="J", type=whole, help="how many processes (default: one for each core)")
    arena.add_argument("--seed", metavar="S", default="0", help="the same text gives the same games (default: 0)")
    arena.add_argument(
        "--readings", metavar="N", type=whole, help="games in which an observer reads each bot (with --report: 10)"
    )
    arena.add_argument("--json", metavar="FILE", help="write every block here; if it is there already, go on with it")
    arena.add_argument("--report", metavar="FILE.html", help="write a page with pictures")
    options_of_game(arena, game)
    arena.set_defaults(run=run_arena)

    laws = command(
        "laws",
        "try the laws that every game must obey; exit code 1 if one is broken",
        f"topsecret laws {some_game} --games 50",
    )
    laws.add_argument("game", metavar="GAME", nargs="?", help=f"{ids} (default: all)")
    laws.add_argument(
        "--games", metavar="N", type=whole, help=f"random games for each law (default: {commands.LAW_GAMES})"
    )
    laws.add_argument(
        "--quick",
        action="store_true",
        help="a first look: fewer games, without the slowest laws; says what it left out",
    )
    laws.add_argument("--law", metavar="NAME", action="append", default=[], help="only this law (may be repeated)")
    laws.add_argument("--seed", metavar="S", default="0", help="the same text tries the same games (default: 0)")
    json_flag(laws)
    laws.set_defaults(run=commands.run_laws)

    about = "recompute a saved game, every outcome and position; exit code 1 if something does not hold"
    verify = command("verify", about, "topsecret verify evening.topsecret.json")
    verify.add_argument("file", metavar="FILE", help="a saved game")
    json_flag(verify)
    verify.set_defaults(run=commands.run_verify)

    about = "look at all that a server needs, and through its tables for damage; exit code 1 if something is bad"
    doctor = command("doctor", about, "topsecret doctor --repair")
    doctor.add_argument("--data", metavar="DIR", help="where tables are kept (default: your data folder)")
    doctor.add_argument("--repair", action="store_true", help="write a new file; the damaged one is kept beside it")
    doctor.add_argument("--port", metavar="P", type=whole, help="the port that the server is to have (default: 8765)")
    doctor.set_defaults(run=run_doctor)

    admin = command(
        "admin", "list, close, open and remove tables of a running server; drain it", "topsecret admin list"
    )
    admin.add_argument(
        "what",
        choices=["list", "close", "open", "remove", "drain", "owner"],
        help="close: nobody comes in until open; drain: no new tables, and the end when nobody is left; owner: a new way in for you",
    )
    admin.add_argument(
        "code", metavar="CODE", nargs="?", help="close, open, remove: which table, by its code or short code"
    )
    admin.add_argument("--data", metavar="DIR", help="the data folder of the server, which runs with --admin-port")
    admin.add_argument("--yes", action="store_true", help="remove: yes, erase it for ever")
    admin.add_argument("--off", action="store_true", help="drain: make new tables again")
    json_flag(admin)
    admin.set_defaults(run=run_admin)

    backup = command(
        "backup", "copy all tables into one file, while the server runs or not", "topsecret backup friday.backup"
    )
    backup.add_argument("file", metavar="FILE", help="where to; it must not be there yet")
    backup.add_argument("--data", metavar="DIR", help="where tables are kept (default: your data folder)")
    backup.set_defaults(run=run_backup)

    about = "put the tables of a backup into the data folder; those that are there are kept beside them"
    restore = command("restore", about, "topsecret restore friday.backup")
    restore.add_argument("file", metavar="FILE", help="what `topsecret backup` wrote")
    restore.add_argument("--data", metavar="DIR", help="where tables are kept (default: your data folder)")
    restore.set_defaults(run=run_restore)

    about = "compile what bots think with ahead of time; a server does it by itself, in the background"
    warm = command("warm", about, "topsecret warm")
    warm.add_argument("game", metavar="GAME", nargs="*", help=f"{ids} (default: all that bots search)")
    warm.add_argument("--behind", action="store_true", help="give way to everything else on this machine")
    warm.set_defaults(run=run_warm)

    bench = command(
        "bench",
        "measure the speed of the rules, of the server or of the browser client (needs a checkout of the repository)",
        "topsecret bench engine --check",
    )
    bench.add_argument("what", choices=["engine", "server", "live", "web", "bots"], help="what to measure")
    bench.add_argument(
        "rest", nargs=argparse.REMAINDER, metavar="…", help="--json, --check, …: topsecret bench engine --help"
    )
    bench.set_defaults(run=commands.run_bench)
    return top


def for_hosts(serve: argparse.ArgumentParser) -> None:
    """What a server needs that stays."""
    more = serve.add_argument_group("for a server that stays (docs/serving.md)")
    more.add_argument("--tls-cert", metavar="FILE", help="speak TLS with this certificate; needs --tls-key")
    more.add_argument("--tls-key", metavar="FILE", help="the key of the certificate")
    more.add_argument(
        "--behind-proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="believe X-Forwarded-For, -Proto and -Host from this address or network (may be repeated)",
    )
    more.add_argument(
        "--admin-port",
        metavar="P",
        type=whole,
        help="numbers and administration on this local port; 0: any (default: off)",
    )
    more.add_argument("--log", choices=["text", "json"], default="text", help="how to log, to stderr (default: text)")
    more.add_argument(
        "--quiet",
        action="store_true",
        help="school mode: no chat but ready-made reactions, no names but cover names, no public tables",
    )
    more.add_argument(
        "--archive-days",
        metavar="N",
        type=whole,
        default=180,
        help="tables that nobody has opened for so long become files of their own, and come back by their link; 0: never (default: 180)",
    )


def options_of_game(to: argparse.ArgumentParser, game: Game | None) -> None:
    """`--option KEY=VALUE` for every game; and for the game that was named a flag for each of its options, in its own words."""
    about = "an option of the game (may be repeated); topsecret games lists them"
    to.add_argument("--option", metavar="KEY=VALUE", action="append", default=[], help=about)
    if game is None:
        return
    own = to.add_argument_group(f"options of {game.id}")
    for name, default in game.options.items():
        flag = f"--{name.replace('_', '-')}"
        said = [game.words().strings.get(f"option.{name}{more}", "") for more in ("", ".help")]
        words = ". ".join(part for part in said if part).replace("%", "%%")
        if isinstance(default, bool):
            flags, takes, shown = [flag, f"--no-{flag[2:]}"], 0, "on" if default else "off"
        else:
            flags, takes, shown = [flag], None, default if default != [] else "none"
        expected = "" if isinstance(default, bool) else f"{game.State.fields[name].kind.expects}; "
        about = f"{words} ({expected}default: {shown})"
        try:
            own.add_argument(*flags, dest="option", metavar="VALUE", nargs=takes, action=OwnOption, help=about)
        except argparse.ArgumentError:  # a flag of the command has that name (--help): there is --option for it
            continue


class OwnOption(argparse.Action):
    """A game's own flag: the same as `--option KEY=VALUE`."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option_string: str | None = None) -> None:
        key = (option_string or "").removeprefix("--").replace("-", "_")
        if values == []:
            values = str(not key.startswith("no_")).lower()
            key = key.removeprefix("no_")
        namespace.option = [*namespace.option, f"{key}={values}"]


def lang_flag(to: argparse.ArgumentParser) -> None:
    offered = ", ".join(languages())
    to.add_argument("--lang", metavar="L", help=f"the language: {offered} (default: as LC_ALL or LANG say)")


def json_flag(to: argparse.ArgumentParser) -> None:
    to.add_argument("--json", action="store_true", help="for programs")


# serve


def run_serve(args: argparse.Namespace) -> int:
    from .server.run import Wish, serve

    if not 0 <= args.bot_pace <= 60:
        raise BadOptions(f"bot-pace: expected 0 to 60 seconds, got {args.bot_pace}")
    if not 0 <= args.countdown <= 60:
        raise BadOptions(f"countdown: expected 0 to 60 seconds, got {args.countdown}")
    if args.archive_days < 0:
        raise BadOptions(f"archive-days: expected 0 or more, got {args.archive_days}")
    wish = Wish(
        host=args.host,
        port=args.port,
        data=args.data,
        opens=not args.no_open,
        bot_pace=args.bot_pace,
        countdown=args.countdown,
        allow_hosts=args.allow_host,
        unlimited=args.no_limits,
        admin_port=args.admin_port,
        log=args.log,
        tls_cert=args.tls_cert,
        tls_key=args.tls_key,
        proxies=args.behind_proxy,
        archive_days=args.archive_days,
        quiet=args.quiet,
    )
    return serve(wish)


def run_admin(args: argparse.Namespace) -> int:
    from .server.administer import run_admin

    return run_admin(args)


def run_backup(args: argparse.Namespace) -> int:
    from .server.administer import run_backup

    return run_backup(args)


def run_restore(args: argparse.Namespace) -> int:
    from .server.administer import run_restore

    return run_restore(args)


def run_doctor(args: argparse.Namespace) -> int:
    from .server.doctor import run

    return run(args.data, args.repair, args.port)


def run_arena(args: argparse.Namespace) -> int:
    from .terminal import arena

    return arena.run(args)


def run_warm(args: argparse.Namespace) -> int:
    from .bots.warm import stand_back, warm

    if args.behind:
        stand_back()
    return warm(args.game, lambda line: print(line, flush=True))


# play


def run_play(args: argparse.Namespace) -> int:
    from .terminal import play

    return play.run(args)


def run_learn(args: argparse.Namespace) -> int:
    from .terminal import learn

    return learn.run(args)


def run_cases(args: argparse.Namespace) -> int:
    from .terminal import cases

    return cases.run(args)


def named(given: list[str]) -> list[str]:
    """What was asked for, with its command: without one it is `serve`, and the options are its own."""
    if given and (not given[0].startswith("-") or given[0] in ("-h", "--help", "--version")):
        return given
    return ["serve", *given]


def game_of(given: list[str]) -> Game | None:
    """The game that `play`, `selfplay` or `arena` was asked for; None: none, or another command."""
    name = (
        next((word for word in given[1:] if word in registry.ids()), None)
        if given[0] in ("play", "selfplay", "arena")
        else None
    )
    return None if name is None else registry.game(name)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command. 0: fine; 1: something does not hold; 2: what was asked for cannot be done; 130: Ctrl+C."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Any = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        given = named(list(sys.argv[1:] if argv is None else argv))
        args = parser(game_of(given)).parse_args(given)
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
