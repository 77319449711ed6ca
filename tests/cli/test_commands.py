"""Every command: what it says, what programs get, and what bad input gets: one line on stderr, exit code 2."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import topsecret
from topsecret import cli
from topsecret.kernel import registry
from topsecret.lab.selfplay import play_one
from topsecret.terminal import commands

COMMANDS = (
    "serve",
    "play",
    "cases",
    "rules",
    "games",
    "selfplay",
    "arena",
    "laws",
    "verify",
    "doctor",
    "admin",
    "backup",
    "restore",
    "bench",
)


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    def run(*argv: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = cli.main(argv)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture(scope="module")
def finished() -> str:
    match, _ = play_one(topsecret.game("spies"), 3, {"cards": True}, "finished", ["random"], topsecret_budget())
    return match.dumps()


def topsecret_budget():  # type: ignore[no-untyped-def]
    from topsecret.bots import Budget

    return Budget()


# help


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run, command: str) -> None:  # type: ignore[no-untyped-def]
    ran = run(command, "--help")
    assert ran.code == 0 and f"topsecret {command}" in ran.out.split("example:")[1]


def test_help_lists_all_commands(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("--help")
    assert ran.code == 0 and all(command in ran.out for command in COMMANDS)
    assert run("--version").out == f"topsecret {topsecret.__version__}\n"


# bad input


@pytest.mark.parametrize(
    "argv",
    [
        ("nonsense",),
        ("play", "chess"),
        ("play", "spies", "--seats", "9"),
        ("play", "spies", "--seats", "many"),
        ("play", "spies", "--seat", "7"),
        ("play", "spies", "--option", "cards"),
        ("play", "spies", "--option", "colour=red"),
        ("play", "spies", "--option", "cards=maybe"),
        ("play", "spies", "--option", "cards=" + "[" * 5000),
        ("play", "spies", "--bot", "deep blue"),
        ("play", "spies", "--load", "no/such/file"),
        ("rules", "chess"),
        ("rules",),
        ("selfplay", "spies", "--games", "0"),
        ("selfplay", "spies", "--games", "1", "--seats", "1"),
        ("selfplay", "spies", "--games", "1", "--bot", "nobody"),
        ("selfplay", "spies", "--games", "1", "--option", "sits_out=red,blue"),
        ("laws", "chess"),
        ("laws", "spies", "--law", "gravity"),
        ("laws", "spies", "--games", "-1"),
        ("verify", "no/such/file"),
        ("verify",),
        ("bench", "nothing"),
    ],
    ids=lambda argv: " ".join(argv)[:60],
)
def test_bad_input_gets_one_line(run, argv: tuple[str, ...]) -> None:  # type: ignore[no-untyped-def]
    ran = run(*argv)
    assert ran.code == 2
    assert ran.err.count("\n") == 1 and ran.err.startswith("topsecret") and len(ran.err) < 400
    assert ran.out == ""


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "topsecret/1"}', "\x00", "[" * 100_000])
@pytest.mark.parametrize("command", [("verify",), ("play", "--load")])
def test_a_broken_file_gets_one_line(run, tmp_path: Path, command: tuple[str, ...], text: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "broken.topsecret.json"
    path.write_text(text)
    ran = run(*command, str(path))
    assert ran.code == 2 and ran.err.count("\n") == 1 and "broken.topsecret.json" in ran.err


def test_bytes_that_are_no_text(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "picture"
    path.write_bytes(bytes(range(256)))
    assert run("verify", str(path)).code == 2
    assert run("verify", str(tmp_path)).code == 2


# the commands


def test_games(run) -> None:  # type: ignore[no-untyped-def]
    assert "Top Secret Spies" in run("games").out
    found = json.loads(run("games", "--json").out)
    assert {"id": "spies", "title": "Top Secret Spies", "seats": [2, 7]}.items() <= next(
        g for g in found if g["id"] == "spies"
    ).items()


def test_rules(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("rules", "spies")
    assert ran.code == 0 and "S3.2" in ran.out and "S7.3" in ran.out and "**" not in ran.out


def test_arena(run, tmp_path) -> None:  # type: ignore[no-untyped-def]
    blocks, page = tmp_path / "blocks.json", tmp_path / "page.html"
    words = ("arena", "spies", "--bots", "random,random@1sims", "--seats", "2", "--games", "4", "--jobs", "1")
    first = run(*words, "--json", str(blocks), "--report", str(page), "--readings", "1")
    assert first.code == 0 and "random@1sims" in first.out and "fair share .50" in first.out
    assert json.loads(blocks.read_text())["summary"]["complete"] and page.read_text().startswith("<!doctype html>")
    again = run(*words, "--json", str(blocks))
    assert again.code == 0 and again.out.splitlines()[0] == first.out.splitlines()[0]


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--jobs", "0"), "jobs: expected 1 to 256"),
        (("--stop", "1.5"), "stop: expected a share between 0 and 1"),
        (("--budget", "soon"), "budget: expected as in 200ms or 2000sims"),
        (("--games", "0"), "games: expected 1 to"),
        (("--readings", "1", "--cards"), "readings: expected a game that says who else a seat might be"),
    ],
)
def test_arena_says_what_it_expects(run, more, words) -> None:  # type: ignore[no-untyped-def]
    result = run("arena", "spies", "--bots", "random,greedy", *more)
    assert result.code == 2 and words in result.err


def test_selfplay(run) -> None:  # type: ignore[no-untyped-def]
    argv = (
        "selfplay",
        "spies",
        "--games",
        "4",
        "--seats",
        "3",
        "--seed",
        "s",
        "--option",
        "sits_out=gray",
        "--bot",
        "greedy",
        "--bot",
        "random",
    )
    ran = run(*argv)
    assert ran.code == 0 and "4 games, 3 seats" in ran.out and "actions/s" in ran.out and "S4." in ran.out
    first, again = (json.loads(run(*argv, "--json").out) for _ in range(2))
    assert [row["bot"] for row in first["by_seat"]] == ["greedy", "random", "greedy"]
    assert first["options"] == {"sits_out": ["gray"]}
    for report in (first, again):
        del report["seconds"], report["actions_per_second"]
    assert first == again


def test_laws(run) -> None:  # type: ignore[no-untyped-def]
    ran = run("laws", "spies", "--games", "1", "--law", "forms", "--law", "ends")
    assert ran.code == 0 and "forms" in ran.out and "All laws hold." in ran.out
    report = json.loads(run("laws", "spies", "--games", "1", "--law", "forms", "--json").out)
    assert report["holds"] and report["laws"][0]["law"] == "forms" and report["laws"][0]["tried"] > 0


def test_quick_laws_say_what_they_left_out(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    from topsecret.kernel import laws

    tried: list[tuple[str, int]] = []

    def noted(game: topsecret.Game, games: int, laws: list[str], **rest: object) -> list[Any]:
        tried.extend((law, games) for law in laws)
        return []

    monkeypatch.setattr(laws, "run", noted)
    ran = run("laws", "spies", "--quick")
    left_out = [law for law in laws.ORDER if (law, 1) not in tried]
    assert left_out == ["modes", "frequencies"] and len(tried) == len(laws.ORDER) - 2
    assert "quick: 1 game for each law; left out: modes, frequencies" in ran.out and "All laws hold" not in ran.out
    tried.clear()
    report = json.loads(run("laws", "spies", "--quick", "--games", "3", "--law", "modes", "--json").out)
    assert tried == [("modes", 3)] and report["left_out"] == ["frequencies"] and report["games"] == 3
    tried.clear()
    run("laws", "spies")
    assert tried == [(law, 20) for law in laws.ORDER]


def test_progress_and_an_estimate_are_shown_after_two_seconds() -> None:
    from rich.console import Console

    from topsecret.terminal.progress import Estimate, Patience, in_words

    now = [0.0]
    estimate = Estimate([("a", "x"), ("a", "y"), ("b", "x"), ("b", "y")], lambda: now[0])
    now[0] = 10
    estimate.finish("a", "x")
    now[0] = 14
    assert estimate.left("a", "y", 0.5) == pytest.approx(4 + 10 + 8)  # the rest of y, then x as before, then y
    assert (in_words(0.2), in_words(59.6), in_words(240)) == ("about 1 s", "about 60 s", "about 4 min")
    out = io.StringIO()
    now[0] = 0
    with Patience(lambda: now[0], Console(file=out, force_terminal=True, width=100)) as patience:
        now[0] = 1.9
        patience.step("spies: secrecy", 1, 4)
        assert out.getvalue() == ""
        now[0] = 30
        patience.step("spies: secrecy", 1, 4)
    assert "spies: secrecy" in out.getvalue() and "25 %, about 90 s left" in out.getvalue().replace("2 min", "90 s")


def test_a_broken_law_is_exit_code_1(run, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    from topsecret.kernel import laws

    def broken(game: topsecret.Game, **rest: object) -> list[laws.Report]:
        report = laws.Report("gravity", game.id)
        case = laws.report.Case(game, 2, {}, "0", report)
        report.violations.append(laws.Violation("gravity", "the safe [floats]", case, None, ""))
        return [report]

    monkeypatch.setattr(laws, "run", broken)
    ran = run("laws", "spies")
    assert ran.code == 1 and "BROKEN" in ran.out and "the safe [floats]" in ran.out
    assert run("laws", "spies", "--json").code == 1


def test_verify(run, tmp_path: Path, finished: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "evening.topsecret.json"
    path.write_text(finished, encoding="utf-8")
    ran = run("verify", str(path))
    assert ran.code == 0 and "everything holds" in ran.out
    assert all(word in ran.out for word in ("commitment", "outcomes", "positions", "result"))
    assert json.loads(run("verify", str(path), "--json").out)["holds"]


def test_verify_says_what_does_not_hold(run, tmp_path: Path, finished: str) -> None:  # type: ignore[no-untyped-def]
    document = json.loads(finished)
    roll = next(line for line in document["log"] if line[0] == "chance" and line[1].startswith("roll"))
    roll[1] = "roll 6" if roll[1] != "roll 6" else "roll 5"
    path = tmp_path / "loaded-dice.topsecret.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    ran = run("verify", str(path))
    assert ran.code == 1 and "does not hold" in ran.out and "the fair source gives" in " ".join(ran.out.split())
    assert json.loads(run("verify", str(path), "--json").out)["problems"]


def test_bench_goes_to_the_checkout(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "bench").mkdir()
    (tmp_path / "src" / "topsecret").mkdir(parents=True)
    monkeypatch.setattr(topsecret, "__file__", str(tmp_path / "src" / "topsecret" / "__init__.py"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    ran = run("bench", "engine")
    assert ran.code == 2 and "needs a checkout" in ran.err
    (tmp_path / "bench" / "engine.py").write_text("def main(argv):\n    print(argv)\n    return 1\n")
    ran = run("bench", "engine", "--json", "--check")
    assert ran.code == 1 and ran.out == "['--json', '--check']\n"
    sys.modules.pop("bench.engine", None)


# play


def test_the_command_line_and_the_terminal_name_no_game() -> None:
    """What differs is said by the game's folder."""
    package = Path(topsecret.__file__).parent
    words = "|".join(registry.ids())
    for path in [package / "cli.py", *(package / "terminal").glob("*.py")]:
        assert re.findall(rf"\b({words})\b", path.read_text(encoding="utf-8")) == [], path.name


@pytest.mark.parametrize("id", registry.ids())
def test_the_options_of_a_game_are_flags_in_its_own_words(run, id: str) -> None:  # type: ignore[no-untyped-def]
    game = topsecret.game(id)
    ran = run("play", id, "--help")
    shown = " ".join(ran.out.split())
    assert f"options of {id}" in shown
    for name in set(game.options) - {"help"}:  # that flag is taken: --option help=off
        assert f"--{name.replace('_', '-')}" in shown
        assert game.words().strings[f"option.{name}"].split()[0] in shown
    expected = [
        game.State.fields[name].kind.expects for name in game.options if not isinstance(game.options[name], bool)
    ]
    assert any(words in shown for words in expected)
    assert "options of" not in run("play", "--help").out


def test_flags_are_options(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "x.topsecret.json"

    def played(*argv: str) -> dict[str, Any]:
        assert run("play", *argv, "--save", str(path), typed="q\n").code == 0
        return topsecret.load(path.read_text(encoding="utf-8")).options

    chosen = played("--cards", "spies", "--no-dossier", "--starter", "1")
    assert (chosen["cards"], chosen["dossier"], chosen["starter"]) == (True, False, 1)
    assert played("briefcase", "--box", "trio", "--safe-extraction")["safe_extraction"] is True
    assert run("play", "spies", "--box", "trio").code == 2
    assert run("play", "briefcase", "--box", "large").code == 2
    report = json.loads(run("selfplay", "spies", "--games", "1", "--seats", "3", "--sits-out", "gray", "--json").out)
    assert report["options"] == {"sits_out": ["gray"]}


def test_play_saves_and_loads(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "evening.topsecret.json"
    ran = run("play", "spies", "--seats", "3", "--cards", "--seed", "a", "--save", str(path), typed="h\nq\n")
    assert ran.code == 0 and "You leave the table" in ran.out and path.exists()
    ran = run("play", "--load", str(path), typed="q\n")
    assert ran.code == 0 and "Chief, " not in ran.out and "You sit as Chief with Ada, Boris." in ran.out
    assert run("play", "--load", str(path), "--seats", "4").code == 2


def test_a_finished_game_is_shown_and_a_rematch_offered(run, tmp_path: Path, finished: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "evening.topsecret.json"
    path.write_text(finished, encoding="utf-8")
    ran = run("play", "spies", "--load", str(path), typed="y\nq\n")
    assert ran.code == 0
    assert "THE FILES ARE OPENED" in ran.out and "Another game?" in ran.out and "You leave the table" in ran.out


def test_a_rematch_is_saved_beside_the_game_before_it(run, tmp_path: Path, finished: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "evening.topsecret.json"
    path.write_text(finished, encoding="utf-8")
    ran = run("play", "spies", "--load", str(path), "--save", str(path), typed="y\nq\n")
    assert ran.code == 0 and topsecret.load(path.read_text(encoding="utf-8")).over
    rematch = topsecret.load((tmp_path / "evening-2.topsecret.json").read_text(encoding="utf-8"))
    assert not rematch.over and (rematch.seats, rematch.options["cards"]) == (3, True)


def test_options_are_read() -> None:
    game = topsecret.game("spies")
    assert commands.options_of(game, ["cards=yes", "starter=2", "sits_out=red,blue"]) == {
        "cards": True,
        "starter": 2,
        "sits_out": ["red", "blue"],
    }
    assert commands.options_of(game, ["starter=random", "sits_out=[]", "dossier=False"]) == {
        "starter": "random",
        "sits_out": [],
        "dossier": False,
    }


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_as_a_process(encoding: str) -> None:
    """As a shell runs it: no terminal, an input that ends, an output that may know few letters."""
    env = os.environ | {
        "PYTHONIOENCODING": encoding,
        "NO_COLOR": "1",
        "PYTHONPATH": str(Path(topsecret.__file__).parents[1]),
    }
    argv = [sys.executable, "-m", "topsecret.cli", "play", "spies", "--seed", "a", "--cards"]
    done = subprocess.run(argv, input=b"h\nxyzzy\n\xff\n", capture_output=True, env=env, check=False)
    assert done.returncode == 0 and b"Traceback" not in done.stderr
    shown = done.stdout.decode(encoding)
    assert "church" in shown and "\x1b" not in shown
