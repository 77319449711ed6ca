"""S7: the Secret Dossier variant. A dossier is a draft of its seat until it is handed in."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import farthest_marker, plays
from .box import AGENTS, DOSSIER_LINE, DOSSIER_POINTS
from .state import Guess, Keeping, Phase, Refusal, State, Told

GUESSES = len(Guess)


def dossiers_fall_due(state: State) -> bool:
    """S7.2: the first time any marker reaches the line."""
    return state.dossier == 1 and state.dossiers_due == 0 and farthest_marker(state) >= DOSSIER_LINE


def ask_for_dossiers(state: State, after: int) -> None:
    """S7.2: everybody writes at once, before anything else."""
    state.dossiers_due = 1
    state.phase = Phase.DOSSIER
    state.after = after
    emit(state, Told.write_dossiers)


def wants_entry(state: State, seat: int, agent: int) -> bool:
    """S7.2: an entry for each agent in play that the writer does not hold."""
    return plays(state, agent) and state.holds[seat][agent] == 0


def refuse_write(state: State, seat: int, agent: int, guess: int) -> int:
    if not plays(state, agent):
        return Refusal.NOT_IN_PLAY
    if state.holds[seat][agent] == 1:
        return Refusal.OWN_AGENT
    if guess >= Guess.SEAT_0 + state.seats:
        return Refusal.NO_SUCH_SEAT
    if guess == Guess.SEAT_0 + seat:
        return Refusal.OWN_SEAT
    return Refusal.ALLOWED


def ways_write(state: State, seat: int, agent: int, guess: int) -> int:
    """How many whole dossiers begin with this entry: only for the first agent without one, so that each dossier counts once."""
    for earlier in range(agent):
        if wants_entry(state, seat, earlier) and state.guess[seat][earlier] == Guess.NONE:
            return 0
    if guess == Guess.NONE or state.guess[seat][agent] != Guess.NONE:
        return 0
    names = state.seats - 1
    for other in range(AGENTS):
        if state.guess[seat][other] >= Guess.SEAT_0:
            names -= 1
            if state.guess[seat][other] == guess:
                return 0
    if guess >= Guess.SEAT_0:
        names -= 1
    empty = 0
    for other in range(agent + 1, AGENTS):
        if wants_entry(state, seat, other) and state.guess[seat][other] == Guess.NONE:
            empty += 1
    return dossiers_with(empty, names)


def first_empty_entry(state: State, seat: int) -> int:
    for agent in range(AGENTS):
        if wants_entry(state, seat, agent) and state.guess[seat][agent] == Guess.NONE:
            return agent
    return AGENTS


def weigh_write(state: State, seat: int) -> int:
    """All whole dossiers that begin as this one does."""
    empty = 0
    names = state.seats - 1
    for agent in range(AGENTS):
        if state.guess[seat][agent] >= Guess.SEAT_0:
            names -= 1
        if wants_entry(state, seat, agent) and state.guess[seat][agent] == Guess.NONE:
            empty += 1
    return dossiers_with(empty, names) if empty > 0 else 0


def draw_write(state: State, seat: int, k: int) -> int:
    agent = first_empty_entry(state, seat)
    for guess in range(Guess.FREE, Guess.SEAT_0 + state.seats):
        if guess != Guess.SEAT_0 + seat:
            ways = ways_write(state, seat, agent, guess)
            if k < ways:
                return agent * GUESSES + guess
            k -= ways
    return -1


def dossiers_with(entries: int, names: int) -> int:
    """In how many ways entries can be filled with names, each at most once, and "free" as often as one likes."""
    ways = 0
    chosen = 1  # ways to give k of the entries a name
    for k in range(entries + 1):
        ways += chosen
        if k >= names:
            break
        chosen = chosen * (entries - k) * (names - k) // (k + 1)
    return ways


def do_write(state: State, seat: int, agent: int, guess: int) -> None:
    """S7.2: a name at most once: written elsewhere, it is taken from where it stood."""
    if guess >= Guess.SEAT_0:
        for other in range(AGENTS):
            if state.guess[seat][other] == guess:
                state.guess[seat][other] = Guess.NONE
    state.guess[seat][agent] = guess


def refuse_hand_in(state: State, seat: int) -> int:
    """S7.2: no entry may be left out."""
    if first_empty_entry(state, seat) < AGENTS:
        return Refusal.ENTRY_MISSING
    return Refusal.ALLOWED


def everyone_handed_in(state: State) -> bool:
    for seat in range(state.seats):
        if state.handed_in[seat] == 0:
            return False
    return True


def is_right(state: State, seat: int, agent: int) -> bool:
    """S7.3: whether an entry counts. Agents that the writer holds or held do not; an agent given back is free."""
    guess = state.guess[seat][agent]
    if guess == Guess.NONE or state.holds[seat][agent] == 1:
        return False
    for other in range(state.seats):
        if state.kept[other] == agent:
            return guess == Guess.SEAT_0 + other
    return guess == Guess.FREE


def open_dossiers(state: State) -> None:
    """S7.3: each right entry is worth 5 to the writer's own agent."""
    for seat in range(state.seats):
        points = 0
        for agent in range(AGENTS):
            if state.guess[seat][agent] != Guess.NONE:
                right = 1 if is_right(state, seat, agent) else 0
                points += right * DOSSIER_POINTS
                emit(state, Told.guessed, seat, agent, state.guess[seat][agent], right)
        kept = state.kept[seat]
        if kept != Keeping.NONE:
            state.marker[kept] += points
            emit(state, Told.dossier_opened, seat, points, kept, state.marker[kept])
