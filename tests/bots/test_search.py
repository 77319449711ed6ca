"""Bots that think ahead: beliefs are exact, the same seed and simulations choose the same on one and on several threads and when a bot
is made again, and nobody waits for a compiler."""

from __future__ import annotations

import os
import random
from itertools import permutations
from math import exp
from typing import Any

import pytest

import topsecret
from topsecret import bots
from topsecret.bots import Budget, search, warm
from topsecret.bots.search import Search
from topsecret.games.spies import anybody, quick_games
from topsecret.games.spies import search as functions
from topsecret.games.spies.beliefs import AGENT, HIDES, Beliefs, owners
from topsecret.games.spies.box import AGENTS, BUILDINGS, VALUE, Card
from topsecret.games.spies.state import Phase
from topsecret.kernel import HIDDEN
from topsecret.kernel.levels import Level
from topsecret.server import doctor

np = pytest.importorskip("numpy", reason="searches need numpy")
SPIES = topsecret.game("spies")
TOOL = SPIES.extend(functions, compile=False)
SMALL = {"candidates": 4.0, "worlds": 3.0}
TWELVE = Budget(simulations=12)


def played(seats: int, moves: int, seed: str, options: dict[str, Any] | None = None) -> topsecret.Match:
    match = SPIES.match(seats=seats, seed=seed, options=options or {})
    players = [bots.make("greedy", SPIES, f"{seed}/{seat}") for seat in range(seats)]
    for _ in range(moves):
        bots.act(match, match.actors[0], players[match.actors[0]], Budget())
    return match


def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What everybody would do is found out by a glance: tests play interpreted."""
    for name, number in {"GAMES": 2, "WORLDS": 3, "OF_EACH": 2}.items():
        monkeypatch.setattr(anybody, name, number)


def searching(seed: str = "same", **handicaps: float) -> Search:
    bot = Search(SPIES, seed)
    bot.level = Level("search", handicaps=SMALL | handicaps)
    bot.tool = TOOL
    return bot


def made_up(board: Any, code: int) -> list[float]:
    """A judge for tests: the owner of an agent likes some codes more than others."""
    return [-((code * 7 + 5) * (agent + 3) % 1009) / 300 for agent in range(AGENTS)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beliefs_equal_enumeration(seats: int) -> None:
    """Every way to give the unseen agents out weighs as much as all that its owners did, as those who hide or as those who do not: counted
    by hand from the log."""
    match = played(seats, 9, f"enumerated {seats}")
    me = 0
    view, seen = match.view(me), match.events(me)
    beliefs = Beliefs(SPIES, made_up)
    beliefs.follow(view, seen)
    found = beliefs.joint(view)

    names = list(AGENT)
    unseen = [a for a in range(AGENTS) if names[a] in view["in_play"] and not view["holds"][me][names[a]]]
    did = [(e["seat"], e) for e in seen if e["event"] in ("move", "place_safe") and e["seat"] != me]
    assert did
    weights = {}
    playing = [agent for agent in range(AGENTS) if names[agent] in view["in_play"]]
    others = [seat for seat in range(seats) if seat != me]
    for way in permutations(unseen, seats - 1):
        weight = 1.0
        for seat, agent in zip(others, way):
            plainly = hidden = 1.0
            for _, event in (one for one in did if one[0] == seat):
                wish = {"action": event["event"]} | {k: event[k] for k in ("points", "building") if k in event}
                likely = made_up(None, SPIES.actions.read(wish).code)
                plainly *= exp(likely[agent])
                hidden *= sum(exp(likely[one]) for one in playing) / len(playing)
            weight *= (1 - HIDES) * plainly + HIDES * hidden
        weights[way] = weight
    whole = sum(weights.values())
    assert len(found) == len(weights)
    for way, weight in weights.items():
        mine = tuple(a for a in range(AGENTS) if view["holds"][me][names[a]])
        assert found[(mine, *((agent,) for agent in way))] == pytest.approx(weight / whole)
    rows = owners(found, seats)
    assert all(sum(row) == pytest.approx(1.0) for row in rows)


def test_whoever_does_what_its_owner_would_not_do_is_held_to_hide() -> None:
    """One surprise after the other says nothing of who somebody is; what its owner would do says much."""
    match = SPIES.match(seats=3, seed="hides", options={"starter": 1})
    view, names = match.view(0), list(AGENT)
    unseen = [a for a in range(AGENTS) if names[a] in view["in_play"] and not view["holds"][0][names[a]]]

    def surest(done: list[int]) -> float:
        """After these: each a code that is the number of the agent whose owner would have done it."""
        beliefs = Beliefs(SPIES, lambda board, code: [-0.5 if agent == code else -3.0 for agent in range(AGENTS)])
        beliefs.follow(view, match.events(0))
        for code in done:
            beliefs._judge(1, code)
        return max(owners(beliefs.joint(view), 3)[1])

    assert surest(unseen[:1] * 6) > 0.9
    assert surest(unseen) < 0.4


def test_beliefs_made_again_are_those_that_lived() -> None:
    match = SPIES.match(seats=3, seed="lived")
    players = [bots.make("greedy", SPIES, str(seat)) for seat in range(3)]
    lived = Beliefs(SPIES, made_up)
    for _ in range(14):
        bots.act(match, match.actors[0], players[match.actors[0]], Budget())
        lived.follow(match.view(1), match.events(1))
    again = Beliefs(SPIES, made_up)
    again.follow(match.view(1), match.events(1))
    assert again.joint(match.view(1)) == lived.joint(match.view(1))
    state: Any = match.state()
    assert lived.board.place == state.place and lived.board.marker == state.marker


def leads_to_scoring(match: topsecret.Match, move: Any) -> bool:
    """Then the safe is asked for, and the movement can be taken back."""
    fork = match.fork()
    fork.play(fork.actors[0], move)
    return bool(fork.view()["phase"] == "safe")


def test_beliefs_forget_what_was_taken_back() -> None:
    match, wish = next(
        (match, move)
        for match in (played(3, moves, "undone") for moves in range(2, 20))
        for move in match.legal(match.actors[0])
        if move.family == "move" and leads_to_scoring(match, move)
    )
    other = match.actors[0]
    me = (other + 1) % 3
    beliefs = Beliefs(SPIES, made_up)
    beliefs.follow(match.view(me), match.events(me))
    before = beliefs.joint(match.view(me))
    match.play(other, wish)
    beliefs.follow(match.view(me), match.events(me))
    assert match.can_undo(other) and beliefs.joint(match.view(me)) != before
    match.undo(other)
    beliefs.follow(match.view(me), match.events(me))
    assert beliefs.joint(match.view(me)) == before


def test_what_a_seat_does_speaks_for_the_agents_that_it_helps() -> None:
    """The judged likelihood of a movement is highest for the agent that gains by it."""
    match = SPIES.match(seats=4, seed="helps", options={"starter": 0})
    state: Any = match.state()
    state.die = 5  # a six
    code = SPIES.actions.read("red+6").code
    states = TOOL.states(2)
    TOOL.put(states, 0, state)
    likely = np.zeros((1, AGENTS))
    TOOL.likelihoods(states, np.array([code]), 0.5, 0.05, likely, np.zeros(functions.SCRATCH))
    assert max(range(AGENTS), key=lambda agent: likely[0, agent]) == 0
    assert likely[0, 0] > likely[0, 1] + 1


def test_the_same_seed_and_simulations_choose_the_same_on_one_and_on_several_threads() -> None:
    match = played(4, 8, "threads")
    seat = match.actors[0]
    chosen = []
    for threads in (1, 3):
        bot = searching(threads=float(threads))
        bot.choose(match.view(seat), match.events(seat), match.legal(seat), TWELVE)
        chosen.append([(str(one.move), one.share, one.simulations) for one in bot.considered])
    assert chosen[0] == chosen[1] and sum(one[2] for one in chosen[0]) >= 12


@pytest.mark.parametrize(("seats", "hiding"), [(2, 0.0), (3, 0.2)])
def test_a_bot_that_is_made_again_decides_as_the_one_that_lived(
    seats: int, hiding: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_games(monkeypatch)
    match = SPIES.match(seats=seats, seed="again", options={"starter": 0})
    lived = searching("seat", hiding=hiding)
    other = bots.make("greedy", SPIES, "other")
    decisions = 0
    while decisions < 4:
        seat = match.actors[0]
        if seat != 0:
            bots.act(match, seat, other, Budget())
            continue
        view, seen, legal = match.view(0), match.events(0), match.legal(0)
        again = searching("seat", hiding=hiding)
        for bot in (lived, again):
            bot.rng.seed(f"seat/{len(seen)}")  # as the place where bots live does it
        move = lived.choose(view, seen, legal, TWELVE)
        assert again.choose(view, seen, legal, TWELVE) == move and again.veiled == lived.veiled
        match.play(0, move)
        decisions += 1


def test_with_cards_a_scoring_that_hurts_somebody_with_a_card_is_prevented_and_costs_the_card() -> None:
    match = SPIES.match(seats=3, seed="veto", options={"cards": True, "starter": 0})
    state: Any = match.state()
    held = [next(agent for agent in range(AGENTS) if state.holds[seat][agent]) for seat in range(3)]
    for agent in range(AGENTS):
        state.place[agent] = 10  # good for everybody ...
    state.place[held[2]] = 0  # ... but one, in the church
    for cards, prevented in ((0, 0), (2, 30)):
        found, rng = 0, random.Random(7)
        for _ in range(40):
            state.hand_size = [2, 2, cards]
            if quick_games.vetoed(state, state.place, state.marker, 0, quick_games.NOBODY, rng.getrandbits(31)):
                found += 1
                assert state.hand_size == [2, 2, cards - 1]
        assert found >= prevented and (found > 0) == (prevented > 0)
    assert not quick_games.vetoed(state, state.place, state.marker, 2, quick_games.NOBODY, 1)  # its own it wants


def test_with_cards_a_movement_is_tried_with_the_card_that_one_would_play_after_it() -> None:
    """Nobody scores by this movement, but the safe cracker makes the scoring that wins."""
    match = SPIES.match(seats=3, seed="planned", options={"cards": True, "starter": 0})
    shares = []
    for cards in (0, 1):
        state: Any = match.state().copy()
        mine = next(agent for agent in range(AGENTS) if state.holds[0][agent])
        best = max(range(BUILDINGS), key=VALUE.__getitem__)
        for agent in range(AGENTS):
            state.place[agent], state.marker[agent] = (best - 6) % BUILDINGS, 30
        state.place[mine], state.marker[mine], state.safe = best, 39, (best + 5) % BUILDINGS
        state.phase, state.turn, state.die, state.hand_size = Phase.MOVE, 0, 0, [cards, 0, 0]
        for seat in range(3):
            state.hand[seat] = [int(card == Card.SAFE_CRACKER and seat == 0 and cards == 1) for card in Card]
        other = next(agent for agent in range(AGENTS) if agent != mine and state.in_play >> agent & 1)
        code = SPIES.actions.read(f"{list(AGENT)[other]}+1").code
        states, won, tried = TOOL.states(functions.STATES + 1), np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)
        TOOL.put(states, functions.STATES, state)
        TOOL.simulate(
            states, TOOL.rng(1), 0, np.array([code]), tried, np.arange(1, 9) * 2**20 + 1, won, np.array([3.0, 1.0, 0.0, 0.0]),
            np.zeros(functions.SCRATCH),
        )  # fmt: skip
        shares.append(won[0] / functions.ONE / 8)
    assert shares[1] == 1.0 > shares[0]


def test_a_search_chooses_from_plain_json_and_every_variant_is_played() -> None:
    """With cards and dossiers, from the beginning to the end of a game, with next to no simulations."""
    match = SPIES.match(seats=3, seed="variants", options={"cards": True, "dossier": True})
    players = [searching(str(seat), candidates=2.0, worlds=1.0) for seat in range(3)]
    judge = bots.make("greedy", SPIES, "others")
    for number in range(1500):
        if match.over:
            break
        seat = match.actors[-1]
        bot: Any = players[seat] if number % 4 == 0 or match.view()["phase"] == "dossier" else judge
        move = bot.choose(match.view(seat), match.events(seat), match.legal(seat), Budget(simulations=2))
        match.play(seat, move)
    assert match.over


def test_without_compiled_code_the_judge_decides_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_load", lambda game: pytest.fail("it was compiled"))
    assert os.environ[search.INTERPRETED] == "interpreted"
    match = SPIES.match(seats=4, seed="judge", options={"starter": 0})
    bot: Any = bots.make("hard", SPIES, "x")
    assert bot.choose(match.view(0), [], match.legal(0), Budget()) in match.legal(0)
    assert bot.considered == []
    assert warm.in_background() is None


def test_what_was_loaded_is_not_looked_for_by_every_further_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """That reads all rules anew, and would leave much behind in a process in which bots come and go for months."""
    looked: list[str] = []

    class Loaded:
        mode = "compiled"

    monkeypatch.delenv(search.INTERPRETED)
    monkeypatch.setattr(search, "_tools", {})
    monkeypatch.setattr(search, "is_ready", lambda game: looked.append("is it there?") is None)
    monkeypatch.setattr(search, "_load", lambda game: looked.append("load it") or Loaded())
    assert len({search.compiled(SPIES) for _ in range(3)}) == 1
    assert looked == ["is it there?", "load it"]


def test_the_doctor_tells_which_bots_wait_for_the_compiler(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOPSECRET_CACHE", str(tmp_path))
    found = doctor.bots()
    assert found.state == "note" and "topsecret warm" in found.words
    assert all(game.id in found.words for game in warm.searched())


def test_a_search_explains_itself_from_whole_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled functions take no hidden cells, so nobody may give them a view's sketch."""
    put = TOOL.put

    def whole(states: Any, index: int, position: Any) -> None:
        assert not any(cell is HIDDEN for row in position.holds for cell in row)
        put(states, index, position)

    monkeypatch.setattr(TOOL, "put", whole)
    few_games(monkeypatch)
    match = played(3, 8, "explains")
    seat = match.actors[0]
    bot = searching(hiding=0.1)
    bot.choose(match.view(seat), match.events(seat), match.legal(seat), TWELVE)
    keys = [key for key, _ in bot.explain()]
    assert "won" in keys and {"favour", "open"} & set(keys)


def test_a_dossier_names_nobody_twice_where_a_seat_holds_two_agents() -> None:
    """S7.2: written elsewhere, a name leaves where it stood: a bot that named a seat twice would write for ever."""
    bot = searching()
    bot.worlds.joint = {((0,), (1, 2), (3,)): 0.7, ((0,), (1, 4), (3,)): 0.3}
    view = {"viewer": 0, "seats": 3, "marker": {name: 10 * place for place, name in enumerate(AGENT)}}
    plan = bot.worlds._guesses(view)
    names = list(AGENT)
    assert plan[names[2]] == "seat 1" and plan[names[3]] == "seat 2"
    assert sorted(plan.values()) == sorted(["seat 1", "seat 2", *["free"] * (len(names) - 2)])
