"""S6: the 15 kinds of Top Secret cards. For each: why it is refused, and what it does."""

from __future__ import annotations

from topsecret.kernel import emit

from .board import agents_in, ahead, back, free_agents, is_free, plays, put_agent, put_safe
from .box import AGENTS, TIP_OFF_LIMIT, Building, Card, Way
from .card_part import agents_for_a_tip_off, draw_a_card, go_on_with_cards
from .dossier import ask_for_dossiers, dossiers_fall_due
from .state import Phase, Refusal, State, Told

# of a set of agents, by its bits (the empty set is never asked about)
FIRST_AGENT = tuple(max((agents & -agents).bit_length() - 1, 0) for agents in range(1 << AGENTS))
LAST_AGENT = tuple(max(agents.bit_length() - 1, 0) for agents in range(1 << AGENTS))


def not_held(state: State, seat: int, card: int) -> int:
    """S5.8: only a card in one's hand can be played."""
    if state.hand[seat][card] == 0:
        return Refusal.CARD_NOT_HELD
    return Refusal.ALLOWED


def lay_down(state: State, seat: int, card: int) -> None:
    """S5.5: a played card lies on the discards before the draw that it causes."""
    state.hand[seat][card] -= 1
    state.hand_size[seat] -= 1
    state.discard[card] += 1
    state.discard_size += 1
    state.has_played = 1
    state.must_play = 0


def after_the_card(state: State, seat: int, came_to_the_ruins: bool) -> None:
    """S5.3 (b): only the player whose turn it is draws."""
    if came_to_the_ruins and seat == state.turn:
        draw_a_card(state, seat, Phase.CARD_PART)
    else:
        go_on_with_cards(state)


def walk(state: State, seat: int, card: int, agent: int, building: int) -> None:
    """A card that moves one agent."""
    lay_down(state, seat, card)
    after_the_card(state, seat, put_agent(state, agent, building))


def refuse_agent(state: State, agent: int) -> int:
    if not plays(state, agent):
        return Refusal.NOT_IN_PLAY
    return Refusal.ALLOWED


def refuse_agents(state: State, agents: int) -> int:
    if agents & ~state.in_play:
        return Refusal.NOT_IN_PLAY
    return Refusal.ALLOWED


# step back: one agent 1 or 2 buildings backward


def closed_step_back(state: State, seat: int) -> int:
    return not_held(state, seat, Card.STEP_BACK)


def refuse_step_back(state: State, seat: int, agent: int, steps: int) -> int:
    return refuse_agent(state, agent)


def do_step_back(state: State, seat: int, agent: int, steps: int) -> None:
    walk(state, seat, Card.STEP_BACK, agent, back(state.place[agent], steps))


# to the ruins: one agent to the ruins


def closed_to_the_ruins(state: State, seat: int) -> int:
    return not_held(state, seat, Card.TO_THE_RUINS)


def refuse_to_the_ruins(state: State, seat: int, agent: int) -> int:
    if not plays(state, agent):
        return Refusal.NOT_IN_PLAY
    if state.place[agent] == Building.RUINS:
        return Refusal.CHANGES_NOTHING
    return Refusal.ALLOWED


def do_to_the_ruins(state: State, seat: int, agent: int) -> None:
    walk(state, seat, Card.TO_THE_RUINS, agent, Building.RUINS)


# tip-off: two markers 3 forward, stopping at 40; if only one can be chosen, that one


def closed_tip_off(state: State, seat: int) -> int:
    return not_held(state, seat, Card.TIP_OFF)


def refuse_tip_off(state: State, seat: int, agents: int) -> int:
    possible = agents_for_a_tip_off(state)
    if agents & ~state.in_play:
        return Refusal.NOT_IN_PLAY
    if agents & ~possible:
        return Refusal.MARKER_TOO_FAR
    if FIRST_AGENT[agents] == LAST_AGENT[agents] and agents != possible:
        return Refusal.CHOOSE_TWO
    return Refusal.ALLOWED


def do_tip_off(state: State, seat: int, agents: int) -> None:
    lay_down(state, seat, Card.TIP_OFF)
    for agent in range(AGENTS):
        if agents >> agent & 1:
            points = min(3, TIP_OFF_LIMIT - state.marker[agent])
            state.marker[agent] += points
            emit(state, Told.tipped, agent, points, state.marker[agent])
    if dossiers_fall_due(state):
        ask_for_dossiers(state, Phase.CARD_PART)  # S7.2: before anybody does anything else
    else:
        go_on_with_cards(state)


# side step: one agent 1 forward or 1 backward


def closed_side_step(state: State, seat: int) -> int:
    return not_held(state, seat, Card.SIDE_STEP)


def refuse_side_step(state: State, seat: int, agent: int, way: int) -> int:
    return refuse_agent(state, agent)


def one_step(building: int, way: int) -> int:
    if way == Way.FORWARD:
        return ahead(building, 1)
    return back(building, 1)


def do_side_step(state: State, seat: int, agent: int, way: int) -> None:
    walk(state, seat, Card.SIDE_STEP, agent, one_step(state.place[agent], way))


# curfew: all agents to the church


def closed_curfew(state: State, seat: int) -> int:
    return not_held(state, seat, Card.CURFEW)


def refuse_curfew(state: State, seat: int) -> int:
    for agent in range(AGENTS):
        if plays(state, agent) and state.place[agent] != Building.CHURCH:
            return Refusal.ALLOWED
    return Refusal.CHANGES_NOTHING


def do_curfew(state: State, seat: int) -> None:
    lay_down(state, seat, Card.CURFEW)
    for agent in range(AGENTS):
        if plays(state, agent):
            put_agent(state, agent, Building.CHURCH)
    after_the_card(state, seat, False)


# safe cracker: one agent to the safe


def closed_safe_cracker(state: State, seat: int) -> int:
    return not_held(state, seat, Card.SAFE_CRACKER)


def refuse_safe_cracker(state: State, seat: int, agent: int) -> int:
    if not plays(state, agent):
        return Refusal.NOT_IN_PLAY
    if state.place[agent] == state.safe:
        return Refusal.CHANGES_NOTHING
    return Refusal.ALLOWED


def do_safe_cracker(state: State, seat: int, agent: int) -> None:
    walk(state, seat, Card.SAFE_CRACKER, agent, state.safe)


# both back, both forward: two agents 1 building each


def closed_both_back(state: State, seat: int) -> int:
    return not_held(state, seat, Card.BOTH_BACK)


def refuse_both_back(state: State, seat: int, agents: int) -> int:
    return refuse_agents(state, agents)


def closed_both_forward(state: State, seat: int) -> int:
    return not_held(state, seat, Card.BOTH_FORWARD)


def refuse_both_forward(state: State, seat: int, agents: int) -> int:
    return refuse_agents(state, agents)


def move_both(state: State, seat: int, card: int, agents: int, way: int) -> None:
    lay_down(state, seat, card)
    came_to_the_ruins = False
    for agent in range(AGENTS):
        if agents >> agent & 1 and put_agent(state, agent, one_step(state.place[agent], way)):
            came_to_the_ruins = True
    after_the_card(state, seat, came_to_the_ruins)


def do_both_back(state: State, seat: int, agents: int) -> None:
    move_both(state, seat, Card.BOTH_BACK, agents, Way.BACKWARD)


def do_both_forward(state: State, seat: int, agents: int) -> None:
    move_both(state, seat, Card.BOTH_FORWARD, agents, Way.FORWARD)


# swap: two agents in different buildings trade places


def closed_swap(state: State, seat: int) -> int:
    return not_held(state, seat, Card.SWAP)


def refuse_swap(state: State, seat: int, agents: int) -> int:
    if agents & ~state.in_play:
        return Refusal.NOT_IN_PLAY
    if state.place[FIRST_AGENT[agents]] == state.place[LAST_AGENT[agents]]:
        return Refusal.CHANGES_NOTHING
    return Refusal.ALLOWED


def do_swap(state: State, seat: int, agents: int) -> None:
    lay_down(state, seat, Card.SWAP)
    one, other = FIRST_AGENT[agents], LAST_AGENT[agents]
    here, there = state.place[one], state.place[other]
    one_came = put_agent(state, one, there)
    other_came = put_agent(state, other, here)
    after_the_card(state, seat, one_came or other_came)


# rendezvous: one agent to the building of another agent


def closed_rendezvous(state: State, seat: int) -> int:
    return not_held(state, seat, Card.RENDEZVOUS)


def refuse_rendezvous(state: State, seat: int, agent: int, other: int) -> int:
    if not plays(state, agent) or not plays(state, other):
        return Refusal.NOT_IN_PLAY
    if agent == other:
        return Refusal.SAME_AGENT
    if state.place[agent] == state.place[other]:
        return Refusal.CHANGES_NOTHING
    return Refusal.ALLOWED


def do_rendezvous(state: State, seat: int, agent: int, other: int) -> None:
    walk(state, seat, Card.RENDEZVOUS, agent, state.place[other])


# second identity (S6.1): take one free agent at random


def closed_second_identity(state: State, seat: int) -> int:
    return not_held(state, seat, Card.SECOND_IDENTITY)


def refuse_second_identity(state: State, seat: int) -> int:
    if free_agents(state) == 0:
        return Refusal.NO_FREE_AGENT
    return Refusal.ALLOWED


def do_second_identity(state: State, seat: int) -> None:
    lay_down(state, seat, Card.SECOND_IDENTITY)
    state.drawer = seat
    state.after = Phase.CARD_PART
    state.phase = Phase.TAKE


def weight_take(state: State, agent: int) -> int:
    return 1 if is_free(state, agent) else 0


def do_take(state: State, agent: int) -> None:
    state.holds[state.drawer][agent] = 1
    state.agents_held[state.drawer] += 1
    go_on_with_cards(state)


# decoy: one agent in the safe's building 1 forward or 1 backward


def closed_decoy(state: State, seat: int) -> int:
    return not_held(state, seat, Card.DECOY)


def refuse_decoy(state: State, seat: int, agent: int, way: int) -> int:
    if not plays(state, agent):
        return Refusal.NOT_IN_PLAY
    if state.place[agent] != state.safe:
        return Refusal.NOT_AT_THE_SAFE
    return Refusal.ALLOWED


def do_decoy(state: State, seat: int, agent: int, way: int) -> None:
    walk(state, seat, Card.DECOY, agent, one_step(state.place[agent], way))


# asylum: one or two agents from the ruins to the church


def closed_asylum(state: State, seat: int) -> int:
    return not_held(state, seat, Card.ASYLUM)


def refuse_asylum(state: State, seat: int, agents: int) -> int:
    if agents & ~state.in_play:
        return Refusal.NOT_IN_PLAY
    if agents & ~agents_in(state, Building.RUINS):
        return Refusal.NOT_IN_THE_RUINS
    return Refusal.ALLOWED


def do_asylum(state: State, seat: int, agents: int) -> None:
    lay_down(state, seat, Card.ASYLUM)
    for agent in range(AGENTS):
        if agents >> agent & 1:
            put_agent(state, agent, Building.CHURCH)
    after_the_card(state, seat, False)


# relocation: the safe to any other building; never scores by itself


def closed_relocation(state: State, seat: int) -> int:
    return not_held(state, seat, Card.RELOCATION)


def refuse_relocation(state: State, seat: int, building: int) -> int:
    if building == state.safe:
        return Refusal.CHANGES_NOTHING
    return Refusal.ALLOWED


def do_relocation(state: State, seat: int, building: int) -> None:
    lay_down(state, seat, Card.RELOCATION)
    put_safe(state, building)
    after_the_card(state, seat, False)


# sprint: one agent 1, 2 or 3 forward


def closed_sprint(state: State, seat: int) -> int:
    return not_held(state, seat, Card.SPRINT)


def refuse_sprint(state: State, seat: int, agent: int, steps: int) -> int:
    return refuse_agent(state, agent)


def do_sprint(state: State, seat: int, agent: int, steps: int) -> None:
    walk(state, seat, Card.SPRINT, agent, ahead(state.place[agent], steps))
