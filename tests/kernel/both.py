"""Plays the same random game in both modes at once, on lists that refuse negative indices and with bounds checks."""

import random
from typing import Any

from topsecret import Game
from topsecret.kernel import CHANCE_TURN, NEVER
from topsecret.kernel.compiled import same


def play_both(game: Game, seats: int, seed: int, most: int = 400) -> int:
    """Compares every answer of both modes at every step; returns the number of steps."""
    compiled = game.compiled(checked=True)
    assert compiled is not None
    rules, rng = game.interpreted, random.Random(seed)
    state = game.begin(seats, strict=True)
    array = compiled.pack(game.State.blank(seats))
    compiled.start(array)
    for step in range(most):
        assert same(compiled, array, state) is None
        who = rules.actors(state)
        assert compiled.who(array) == who
        if who == 0:
            assert compiled.who_won(array) == rules.winners(state)
            for seat in range(seats):
                assert compiled.what_scored(array, seat) == rules.score(state, seat)
            return step
        if who == CHANCE_TURN:
            _chance(game, compiled, state, array, rng)
        elif not game.State.timed or not _time_passes(game, compiled, state, array, rng):
            seat = rng.choice([seat for seat in range(seats) if who >> seat & 1])
            _action(game, compiled, state, array, seat, rng)
    return most


def _chance(game: Game, compiled: Any, state: Any, array: Any, rng: random.Random) -> None:
    rules = game.interpreted
    total = rules.total(state)
    weights = [rules.weight(state, code) for code in range(game.chance.size)]
    assert sum(weights) == total == compiled.chance_total(array)
    assert [compiled.chance_weight(array, code) for code in range(game.chance.size)] == weights
    picked = [rules.pick(state, k) for k in range(total)]
    assert [compiled.chance_pick(array, k) for k in range(total)] == picked
    assert [picked.count(code) for code in range(game.chance.size)] == weights
    code = rng.choice(picked)
    rules.happen(state, code)
    compiled.chance_happen(array, code)


def _time_passes(game: Game, compiled: Any, state: Any, array: Any, rng: random.Random) -> bool:
    """Sets the clock to the next action, or to what falls due before it (and then says yes)."""
    rules = game.interpreted
    falls = rules.due(state)
    assert compiled.falls_due(array) == falls
    then = state.now + rng.randrange(400)
    is_due = falls not in (NEVER,) and falls <= then
    state.now = array[0]["now"] = falls if is_due else then
    if is_due:
        rules.elapse(state)
        compiled.let_elapse(array)
    return is_due


def _action(game: Game, compiled: Any, state: Any, array: Any, seat: int, rng: random.Random) -> None:
    rules = game.interpreted
    codes = range(game.actions.size)
    refusals = [rules.refuse(state, seat, code) for code in codes]
    assert [compiled.why_not(array, seat, code) for code in codes] == refusals
    listed = [rules.nth(state, seat, k) for k in range(rules.count(state, seat))]
    assert compiled.how_many(array, seat) == len(listed)
    assert [compiled.the_nth(array, seat, k) for k in range(len(listed))] == listed
    assert listed == [code for code in codes if refusals[code] == 0 and not game.actions.family(code).aside]
    if listed:
        code = rng.choice(listed)
        rules.apply(state, seat, code)
        compiled.play(array, seat, code)
