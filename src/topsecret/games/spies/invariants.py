"""What every position of spies obeys: nothing of the box is lost, nothing is held twice. Used for start positions and by the laws."""

from __future__ import annotations

from collections.abc import Set

from .board import farthest_marker, free_agents, plays
from .box import AGENTS, CARDS, COPIES, FINISH, FIRST_CARDS, IN_PLAY, MOST_CARDS, MOST_SEATS, RANDOM, Card
from .card_part import can_play_something, poll_is_open
from .dossier import dossiers_fall_due, everyone_handed_in, first_empty_entry
from .state import Answer, Flaw, Guess, Keeping, Phase, State


def bad_options(state: State) -> int:
    if state.starter != RANDOM and state.starter >= state.seats:
        return Flaw.STARTER
    out = state.sits_out.bit_count()
    if out not in (0, AGENTS - IN_PLAY[state.seats]):
        return Flaw.SITS_OUT
    return Flaw.SOUND


def work_out(state: State, left_out: Set[str]) -> None:
    """Counts that follow from the rest of a start position: what nobody holds or has discarded is in the supply."""
    for seat in range(state.seats):
        if "agents_held" in left_out:
            state.agents_held[seat] = sum(state.holds[seat])
        if "hand_size" in left_out:
            state.hand_size[seat] = sum(state.hand[seat])
    if "supply" in left_out and state.cards:
        for card in range(CARDS):
            in_hands = sum(state.hand[seat][card] for seat in range(state.seats))
            state.supply[card] = max(0, COPIES[card] - in_hands - state.discard[card] - state.removed[card])
    if "supply_size" in left_out:
        state.supply_size = sum(state.supply)
    if "discard_size" in left_out:
        state.discard_size = sum(state.discard)


def unsound(state: State) -> int:
    """The first thing that is wrong with a position; 0 if it is sound."""
    checks = (agents, identities, cards, phase, poll, card_part, finish, dossiers, end)
    for flaw in (check(state) for check in checks):
        if flaw != Flaw.SOUND:
            return flaw
    return Flaw.SOUND


def agents(state: State) -> int:
    """S1.2, S2.1, S1.4, S5.9"""
    playing = state.in_play.bit_count()
    if state.in_play & state.sits_out:
        return Flaw.SITS_OUT
    if playing < IN_PLAY[state.seats] or (state.phase != Phase.SIT_OUT and playing > IN_PLAY[state.seats]):
        return Flaw.AGENTS
    for agent in range(AGENTS):
        if not plays(state, agent) and (state.place[agent] or state.marker[agent] or state.reached >> agent & 1):
            return Flaw.AGENTS
        if state.reached >> agent & 1 and state.place[agent] != state.safe:
            return Flaw.REACHED
    if state.reached and not between_movement_and_scoring(state):
        return Flaw.REACHED
    return Flaw.SOUND


def between_movement_and_scoring(state: State) -> bool:
    """S5.9: nobody has reached the safe when a turn begins, nor after the scoring."""
    at = state.after if state.phase in (Phase.DRAW, Phase.TAKE, Phase.DOSSIER) else state.phase
    return at in (Phase.POLL, Phase.CARD_PART)


def identities(state: State) -> int:
    """S2.3, S6.1: an agent in play is held by at most one seat; every seat holds one after the deal."""
    dealt = state.phase > Phase.DEAL
    if not dealt and state.dealing >= state.seats:
        return Flaw.PHASE
    for seat in range(state.seats):
        if not dealt and state.agents_held[seat] != int(seat < state.dealing):
            return Flaw.IDENTITIES
        if sum(state.holds[seat]) != state.agents_held[seat]:
            return Flaw.IDENTITIES
        if dealt and state.agents_held[seat] < 1:
            return Flaw.IDENTITIES
        if state.agents_held[seat] > 1 and not state.cards:
            return Flaw.IDENTITIES
    for agent in range(AGENTS):
        holders = sum(state.holds[seat][agent] for seat in range(state.seats))
        if holders > 1 or (holders and not plays(state, agent)):
            return Flaw.IDENTITIES
    if free_agents(state) < 0 or (state.phase == Phase.TAKE and free_agents(state) == 0):
        return Flaw.IDENTITIES
    return Flaw.SOUND


def cards(state: State) -> int:
    """S1.5, S5.1, S5.4: 26 cards, each in a hand, in the supply, on the discards or out of the game."""
    for card in range(CARDS):
        in_hands = sum(state.hand[seat][card] for seat in range(state.seats))
        expected = COPIES[card] if state.cards else 0
        if in_hands + state.supply[card] + state.discard[card] + state.removed[card] != expected:
            return Flaw.CARDS
        if state.unshuffled[card] > COPIES[card]:
            return Flaw.CARDS
    if any(state.removed[card] for card in range(CARDS) if card != Card.SECOND_IDENTITY):
        return Flaw.CARDS
    if state.cards and state.seats == MOST_SEATS and not state.removed[Card.SECOND_IDENTITY]:
        return Flaw.CARDS
    if sum(state.supply) != state.supply_size or sum(state.discard) != state.discard_size:
        return Flaw.CARDS
    if state.phase == Phase.DRAW and state.supply_size == 0:
        return Flaw.CARDS
    for seat in range(state.seats):
        size = state.hand_size[seat]
        if sum(state.hand[seat]) != size or size > MOST_CARDS:
            return Flaw.HANDS
        if (
            state.phase == Phase.DRAW
            and state.drawer == seat
            and size >= (FIRST_CARDS if state.after == Phase.DEAL else MOST_CARDS)
        ):
            return Flaw.HANDS
    return Flaw.SOUND


def phase(state: State) -> int:
    """S3, S5.6: what happens now fits the variant that is played."""
    if not state.cards and state.phase in (Phase.DRAW, Phase.TAKE, Phase.POLL, Phase.CARD_PART, Phase.KEEP):
        return Flaw.PHASE
    if state.phase == Phase.DEAL and state.dealing >= state.seats:
        return Flaw.PHASE
    goes_on = (Phase.DEAL, Phase.POLL, Phase.CARD_PART) if state.cards else ()
    if state.phase in (Phase.DRAW, Phase.TAKE) and state.after not in goes_on:
        return Flaw.PHASE
    if state.phase == Phase.DOSSIER and state.after not in (Phase.SAFE, Phase.CARD_PART):
        return Flaw.PHASE
    return Flaw.SOUND


def poll(state: State) -> int:
    """S5.6: everybody who holds a card is asked; an empty hand is a no."""
    for seat in range(state.seats):
        if (state.answer[seat] != Answer.NONE) != bool(state.answer_given[seat]):
            return Flaw.ANSWERS
        if state.phase == Phase.POLL:
            if state.hand_size[seat] == 0 and state.answer[seat] != Answer.NO:
                return Flaw.ANSWERS
            if state.answer[seat] == Answer.YES and not can_play_something(state, seat):
                return Flaw.ANSWERS
    if state.phase == Phase.POLL and not poll_is_open(state):
        return Flaw.ANSWERS
    return Flaw.SOUND


def card_part(state: State) -> int:
    """S5.6: somebody with a card is asked, and can play one if that is a must."""
    if state.phase != Phase.CARD_PART:
        return Flaw.SOUND
    if state.hand_size[state.asked] == 0 or state.passes >= state.seats:
        return Flaw.ANSWERS
    if state.must_play and not can_play_something(state, state.asked):
        return Flaw.ANSWERS
    return Flaw.SOUND


def finish(state: State) -> int:
    """S4.1: a marker that has scored its way to the finish ends the game with that turn, and nothing else does."""
    scored = state.phase == Phase.SAFE or (state.phase == Phase.DOSSIER and state.after == Phase.SAFE)
    at_the_end = state.phase in (Phase.KEEP, Phase.OVER)
    if not scored and at_the_end != (farthest_marker(state) >= FINISH):
        return Flaw.FINISH
    return Flaw.SOUND


def dossiers(state: State) -> int:
    """S7.2"""
    if not state.dossier and (state.dossiers_due or state.phase == Phase.DOSSIER):
        return Flaw.DOSSIERS
    if dossiers_fall_due(state):
        return Flaw.DOSSIERS
    if state.dossiers_due and everyone_handed_in(state) != (state.phase != Phase.DOSSIER):
        return Flaw.DOSSIERS
    if state.phase == Phase.DOSSIER and not state.dossiers_due:
        return Flaw.DOSSIERS
    for seat in range(state.seats):
        for agent in range(AGENTS):
            guess = state.guess[seat][agent]
            if guess != Guess.NONE and not (state.dossiers_due and plays(state, agent)):
                return Flaw.DOSSIERS
            if guess >= Guess.SEAT_0 + state.seats or guess == Guess.SEAT_0 + seat:
                return Flaw.DOSSIERS
        if state.handed_in[seat] and (not state.dossiers_due or first_empty_entry(state, seat) < AGENTS):
            return Flaw.DOSSIERS
        names = [guess for guess in state.guess[seat] if guess >= Guess.SEAT_0]
        if len(set(names)) != len(names):
            return Flaw.DOSSIERS
    return Flaw.SOUND


def end(state: State) -> int:
    """S6.1"""
    for seat in range(state.seats):
        kept = state.kept[seat]
        if (kept != Keeping.NONE) != bool(state.kept_chosen[seat]):
            return Flaw.KEPT
        if kept == Keeping.NONE:
            if state.phase == Phase.OVER:
                return Flaw.KEPT
        elif state.phase not in (Phase.KEEP, Phase.OVER) or not state.holds[seat][kept]:
            return Flaw.KEPT
    if state.phase == Phase.KEEP and all(state.kept_chosen[: state.seats]):
        return Flaw.KEPT
    return Flaw.SOUND
