"""Every game obeys every law, and every law can be broken. `TOPSECRET_LAWS_GAMES=200 pytest tests/test_laws.py` looks longer."""

import importlib
import os
from pathlib import Path

import pytest

from tests.broken import base
from tests.broken.faults import FAULTS, Fault, broken_game
from topsecret.kernel import Game, laws
from topsecret.kernel.laws.report import Report
from topsecret.kernel.laws.secrecy import judge_depth
from topsecret.kernel.laws.worlds import divergence, something_was_enumerated
from topsecret.kernel.registry import games

GAMES = int(os.environ.get("TOPSECRET_LAWS_GAMES", "0"))
QUICK = {"chance", "sound", "ends"}  # laws that need little for a game
HERE = Path(__file__).parent
HONEST = Game("honest", base, base, base, assumptions=base, help=base)


def small_games() -> list[Game]:
    """The peers and probes: one module each."""
    found = [path for folder in ("peers", "probes") for path in sorted((HERE / folder).glob("*.py"))]
    names = [(path.parent.name, path.stem) for path in found if not path.stem.startswith(("test_", "__"))]
    modules = [importlib.import_module(f"tests.{folder}.{name}") for folder, name in names]
    return [
        Game(module.__name__.split(".")[-1], module, module, module, assumptions=module, help=module)
        for module in modules
        if hasattr(module, "State")
    ]


def tried(game: Game, law: str) -> Report:
    return laws.run(game, GAMES or (20 if law in QUICK else 8), laws=[law])[0]


@pytest.mark.parametrize("law", laws.ORDER)
@pytest.mark.parametrize("game", [HONEST, *small_games(), *games()], ids=repr)
def test_every_game_obeys_every_law(game: Game, law: str) -> None:
    report = tried(game, law)
    laws.require([report])
    if report.skipped:
        pytest.skip(report.skipped)
    assert report.tried > 0


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_broken_game_is_caught_by_the_right_law(fault: type[Fault]) -> None:
    game = broken_game(fault)
    if "modes" in fault.caught_by and game.compiled(checked=True) is None:
        pytest.skip("no compiled rules here")
    for law in sorted(fault.caught_by):
        assert not laws.run(game, 12, laws=[law])[0].holds, f"{law} does not see: {fault.__doc__}"
    for law in set(laws.ORDER) - fault.caught_by - fault.also - {"modes"}:
        laws.require(laws.run(game, 2, laws=[law]))


@pytest.mark.parametrize("law", laws.ORDER)
def test_some_fault_breaks_this_law(law: str) -> None:
    assert any(law in fault.caught_by for fault in FAULTS)


@pytest.mark.parametrize(("name", "law"), [("ALeakingError", "secrecy"), ("ANarrowImagine", "frequencies")])
def test_a_violation_can_be_seen_again(name: str, law: str) -> None:
    game = broken_game(next(fault for fault in FAULTS if fault.__name__ == name))
    first = laws.run(game, 12, laws=[law])[0].violations[0]
    again = laws.LAWS[law](game, first.seats, first.options, first.seed)
    assert str(again.violations[0]) == str(first)
    with pytest.raises(laws.LawBroken, match="seed '0/"):
        laws.require([again])


def test_pairs_that_part_at_once_prove_nothing() -> None:
    shallow, same = Report("secrecy", "honest"), Report("secrecy", "honest")
    shallow.tried = same.tried = 20
    shallow.figures = {"short": [1.0] * 11 + [0.0] * 9, "different": [1.0] * 20}
    same.figures = {"short": [0.0] * 20, "different": [0.0] * 20}
    assert "small depth" in str(judge_depth(HONEST, shallow))
    assert "no imagined world ever differed" in str(judge_depth(HONEST, same))


def test_a_game_without_small_setups_is_told_so() -> None:
    assert "SMALL" in str(something_was_enumerated(HONEST, Report("frequencies", "honest")))


def test_a_tenth_more_of_a_sixth_is_found_and_chance_is_not() -> None:
    draws = laws.worlds.DRAWS_IF_SUSPICIOUS
    alarm = 16.3  # six worlds, a false alarm in a million
    assert draws * divergence(1.1 / 6, 1 / 6) > alarm
    assert draws * divergence(1 / 6 + 4 * (5 / 36 / draws) ** 0.5, 1 / 6) < alarm  # four standard deviations


def test_the_spread_has_every_number_of_seats_and_every_option() -> None:
    for game in games():
        cases = laws.spread(game)
        assert {game.seats[0], game.seats[-1]} <= {seats for seats, options in cases if not options}
        assert set(game.options) <= {name for _, options in cases for name in options}


def test_progress_is_reported() -> None:
    heard: list[tuple[str, int, int]] = []
    laws.run(HONEST, 3, laws=["ends"], on_progress=lambda *news: heard.append(news))
    assert heard == [("ends", 1, 3), ("ends", 2, 3), ("ends", 3, 3)]
