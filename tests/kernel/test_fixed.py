"""Random games with fixed options: what these options cannot lead to is left out, and nothing else is different."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import topsecret
from tests.kernel.tiny import tiny
from topsecret import Game
from topsecret.kernel import Position
from topsecret.kernel.compiled.playouts import Playouts
from topsecret.kernel.fixed import FixedRules
from topsecret.kernel.registry import ids

BASIC: dict[str, Any] = {}
CARDS = {"cards": True}
BOTH = {"cards": True, "dossier": True}
SETS = {
    "spies": [(4, BASIC), (2, CARDS), (3, BOTH), (7, CARDS)],
    "briefcase": [(2, BASIC), (2, {"answers": "manual"}), (2, {"safe_extraction": True})],
    "intel": [(2, BASIC), (2, {"smuggler": "sideways"})],
    "paris": [(4, BASIC), (3, {"deals": 2})],
}


def fixed(game: Game, options: dict[str, Any]) -> FixedRules:
    return FixedRules(game.rules, options_of(game.begin(game.usual_seats, options)))


def options_of(position: Position) -> dict[str, int]:
    return {name: getattr(position, name) for name, field in type(position).fields.items() if field.is_option}


def test_without_cards_and_dossiers_nothing_of_them_is_left_in_spies() -> None:
    game = topsecret.game("spies")
    rules = fixed(game, BASIC)
    phase = {member.name: int(member) for member in game.State.fields["phase"].kind.names}  # type: ignore[attr-defined]
    assert rules.phases is not None
    assert not {phase[name] for name in ("DRAW", "POLL", "CARD_PART", "DOSSIER")} & rules.phases
    assert not {"do_draw", "open_the_poll", "open_dossiers", "forget_the_poll"} & rules.functions.keys()
    assert not {"hand", "supply", "answer", "guess"} & set(rules.fields)
    assert {"place", "marker", "holds"} <= set(rules.fields)


def test_an_option_that_is_on_keeps_what_it_brings() -> None:
    rules = fixed(topsecret.game("spies"), BOTH)
    assert {"do_draw", "do_hand_in", "do_keep"} <= rules.functions.keys()


@pytest.mark.parametrize("name", ids())
def test_every_phase_that_random_games_come_to_is_known(name: str) -> None:
    game = topsecret.game(name)
    for seats, options in SETS[name]:
        begin = game.begin(seats, options)
        rules = FixedRules(game.rules, options_of(begin))
        rng = [9]
        for _ in range(3):
            state = begin.copy()
            for _ in range(300):
                assert rules.phases is None or state.phase in rules.phases
                if game.interpreted.playout(state, rng, 1) != -1:
                    break


def test_a_phase_that_is_worked_out_could_be_any(tmp_path: Path) -> None:
    assert FixedRules(tiny(tmp_path).rules, {}).phases == frozenset({0, 1, 2})
    worked_out = tiny(tmp_path, ("state.phase = Phase.TURN", "state.phase = state.total // 4"), name="worked_out")
    assert FixedRules(worked_out.rules, {}).phases is None


# compiled against interpreted, step by step


@pytest.fixture
def numba() -> Any:
    return pytest.importorskip("numba", reason="compiled rules need numba")


def check_steps(game: Game, begin: Position, seeds: range, steps: int) -> None:
    """After every single step both modes have the same position."""
    playouts = Playouts(game.rules, options_of(begin))
    assert playouts.fits(begin)
    for seed in seeds:
        ours, rng = begin.copy(), [seed]
        for step in range(1, steps):
            ended = game.interpreted.playout(ours, rng, 1)
            taken, _, theirs = playouts.play(begin, 1, seed, step)
            assert theirs.values() == ours.values(), f"seed {seed}, step {step}"
            if ended >= 0:
                assert playouts.play(begin, 1, seed, 10**6)[0] == step - 1
                break
            assert taken == -1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spies", "intel"])
def test_every_step_is_the_same_compiled_and_interpreted(numba: Any, name: str) -> None:
    game = topsecret.game(name)
    seats, options = SETS[name][0]
    check_steps(game, game.begin(seats, options), range(1, 4), 250)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options"), [(name, *one) for name in SETS for one in SETS[name]], ids=lambda part: str(part)
)
def test_every_step_is_the_same_with_every_set_of_options(
    numba: Any, name: str, seats: int, options: dict[str, Any]
) -> None:
    game = topsecret.game(name)
    check_steps(game, game.begin(seats, options), range(1, 40), 600)


def test_a_position_that_fixed_rules_never_come_to_is_played_by_the_general_ones(numba: Any) -> None:
    game = topsecret.game("spies")
    begin = game.begin(4)
    playouts = Playouts(game.rules, options_of(begin))
    assert playouts.fits(begin)
    begin.phase = 7  # a poll
    assert not playouts.fits(begin)
    other = game.begin(4, CARDS)
    assert not playouts.fits(other)


def test_random_games_need_neither_numba_nor_numpy_once_they_are_compiled(numba: Any) -> None:
    program = (
        "import sys, topsecret; g = topsecret.game('spies'); steps, _ = g.compiled().random_games(g.begin(4), 1, 1);"
        "print(steps, 'numba' in sys.modules, 'numpy' in sys.modules)"
    )
    game = topsecret.game("spies")
    Playouts(game.rules, options_of(game.begin(4)))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    steps, *imported = done.stdout.split()
    assert int(steps) > 0 and imported == ["False", "False"]
