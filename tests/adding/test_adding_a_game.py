"""A game is a folder and nothing else: `coins`, a small game with all rooms, is put among the games of a copy of the house, and is found
everywhere, while no other file changes."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from topsecret.kernel import registry

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
COINS = Path(__file__).resolve().parent / "coins"
GAMES = Path("src", "topsecret", "games")
COPIED = ("src/topsecret", "web", "examples", "pyproject.toml", "tests/web")
COPIED_TESTS = ("tests/test_words.py", "tests/test_boxes.py", "tests/test_playthroughs.py")
LEFT_OUT = shutil.ignore_patterns("client", "node_modules", ".build", "__pycache__", ".*cache")
GUARD = 600  # seconds until a command that hangs is given up
NOT_EVERYWHERE = {
    "case_seeds.py",
    "disguises.py",
    "explain.py",
    "senses.py",
    "judge1.py",
    "search.py",
    "worlds.py",
}  # rooms of games with time, and of games that bots search, or whose bots have a past or explain themselves, and of games with cases


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the house with one folder more. In the end nothing else may have changed."""
    copy = tmp_path_factory.mktemp("house")
    for name in COPIED:
        source, target = ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=LEFT_OUT)
        else:
            shutil.copy(source, target)
    for name in COPIED_TESTS:
        shutil.copy(ROOT / name, copy / name)
    before = contents(copy)
    shutil.copytree(COINS, copy / GAMES / "coins", ignore=LEFT_OUT)
    yield copy
    after = contents(copy)
    changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert {path for path in changed if not path.is_relative_to(GAMES / "coins")} == set()
    assert {path.relative_to(GAMES / "coins"): after[path] for path in changed} == contents(COINS)


def contents(folder: Path) -> dict[Path, bytes]:
    made = {"__pycache__", "client", "node_modules", ".build", "data", "cache"}
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not made & set(path.relative_to(folder).parts)
    }


def run(house: Path, *command: str, typed: str = "") -> str:
    places = {
        "PYTHONPATH": str(house / "src"),
        "TOPSECRET_DATA": str(house / "data"),
        "PYTHONUTF8": "1",
        "COLUMNS": "100",
    }
    done = subprocess.run(
        [sys.executable, *command],
        cwd=house,
        env=os.environ | places,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=GUARD,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def topsecret(house: Path, *words: str, typed: str = "") -> str:
    return run(house, "-m", "topsecret", *words, typed=typed)


def test_it_is_listed_with_its_bots(house: Path) -> None:
    lines = topsecret(house, "games").splitlines()
    at = next(number for number, line in enumerate(lines) if "Two coins" in line)
    assert 'help="off"' in lines[at]
    assert [lines[at + n].split()[-1] for n in range(6)] == [
        "random",
        "easy",
        "greedy",
        "honest",
        "medium",
        "hard",
    ]


def test_it_is_played_in_the_terminal(house: Path) -> None:
    shown = topsecret(house, "play", "coins", "--seat", "0", typed="claim 7\n? heads\n2\nn\n")
    assert "How many heads are there?" in shown  # its own display
    assert "C1.1" in shown  # its topics
    assert "says: heads, 1 times." in shown  # its words
    assert re.search(r"The claim was (true|false)\. \(C3\.1\)", shown)


def test_its_own_bot_plays_it_and_its_figures_are_shown(house: Path) -> None:
    report = json.loads(topsecret(house, "selfplay", "coins", "--games", "10", "--bot", "honest", "--json"))
    assert report["by_seat"][0]["wins"] + report["by_seat"][1]["wins"] == 10
    assert set(report["figures"]) == {"true_claims", "doubts"}


def test_it_is_played_over_the_protocol_against_a_bot_of_the_house(house: Path) -> None:
    result = run(house, "examples/remote_bot.py", "--game", "coins")
    assert re.search(r"'rule': 'C3\.1'", result)


def test_the_quick_laws_hold_for_it(house: Path) -> None:
    told = topsecret(house, "laws", "coins", "--quick")
    assert "These laws hold." in told
    for law in ("preview", "fulfilled", "help"):  # its assumptions and its help
        assert re.search(rf"coins +{law} .*holds", told)


def test_what_the_house_asks_of_every_game_it_does(house: Path) -> None:
    """Words for every code in every language, a box for the board, playthroughs, words about itself; and its own tests."""
    tests = [*COPIED_TESTS, "tests/web/test_strings.py", str(GAMES / "coins")]
    told = run(house, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "-k", "coins", *tests)
    assert int(re.findall(r"(\d+) passed", told)[0]) >= 12


def test_the_client_is_built_anew_with_it(house: Path) -> None:
    """What a build depends on; `test_the_client_with_its_board_is_built` builds."""
    found = run(house, "-c", "import sys; sys.path[:0] = ['web']; import build; print(*build.inputs(), sep='\\n')")
    listed = {
        Path(line).relative_to(house / GAMES / "coins") for line in found.splitlines() if "coins" in Path(line).parts
    }
    assert listed == {path.relative_to(COINS) for path in (COINS / "web").iterdir()}


@pytest.mark.long
def test_the_client_with_its_board_is_built(house: Path) -> None:
    packages = ROOT / "web" / "node_modules"
    if not packages.is_dir():
        pytest.skip("the packages of the client are not installed")
    (house / "web" / "node_modules").symlink_to(packages, target_is_directory=True)
    run(house, "web/build.py")
    manifest = json.loads((house / "src/topsecret/server/client/.vite/manifest.json").read_text(encoding="utf-8"))
    for file in ("index.ts", "Miniature.svelte", "strings.en.json", "strings.de.json"):
        assert any(key.endswith(f"games/coins/web/{file}") for key in manifest), file
    run(house, "web/build.py", "--npm", "run", "--silent", "check")


# the page


def rooms_of_the_page() -> set[str]:
    """The files that the table of docs/adding-a-game.md lists."""
    rows = re.findall(r"^\| (`.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([\w./*]+)`", row)}


def looked_for() -> set[str]:
    """The modules of a game that the house asks for by name."""
    asked = re.compile(r"""(?:module_of\(\w[\w.]*, |_optional\(id, |games\.\{(?:game\.)?id\}\.)"?([\w.]+)["]""")
    sources = [path for path in (ROOT / "src" / "topsecret").rglob("*.py") if not path.is_relative_to(ROOT / GAMES)]
    found = {name for path in sources for name in asked.findall(path.read_text(encoding="utf-8"))}
    return {"terminal/__init__.py" if name == "terminal" else f"{name.replace('.', '/')}.py" for name in found}


def test_the_page_lists_every_file_that_such_a_game_has() -> None:
    rooms = rooms_of_the_page()
    files = {path.as_posix() for path in contents(COINS)}
    assert {file for file in files if not any(fnmatch(file, room) for room in rooms)} == set()


def test_every_file_that_the_house_looks_for_is_on_the_page_and_in_the_small_game() -> None:
    asked = looked_for()
    assert {
        "state.py",
        "rules.py",
        "imagine.py",
        "bots.py",
        "judge.py",
        "help.py",
        "timing.py",
        "topics.py",
    } <= asked
    assert asked - rooms_of_the_page() == set()
    assert {room for room in asked if not (COINS / room).exists()} == NOT_EVERYWHERE


def test_what_two_games_have_under_the_same_name_is_on_the_page() -> None:
    """Apart from files of rules, which each game cuts as it likes."""
    shared: Counter[str] = Counter()
    for id in registry.ids():
        rules = importlib.import_module(f"topsecret.games.{id}.rules")
        own = {module.__name__.rpartition(".")[2] + ".py" for module in rules.RULES} - {"invariants.py"}
        shared.update(
            path.name
            for path in (ROOT / GAMES / id).glob("*.*")
            if path.suffix in (".py", ".md") and path.name not in own
        )
    named = set(re.findall(r"`([\w./]+)`", PAGE.read_text(encoding="utf-8")))
    assert {name for name, count in shared.items() if count > 1} - named == set()
