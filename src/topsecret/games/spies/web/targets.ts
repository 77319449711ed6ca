// What a chosen card can be aimed at. Everything is read from the list of legal actions; no rule is known here.
import type { Action, View } from "$lib/game";
import { on, type Agent, type Building } from "./things";

export interface Aim {
  agents: readonly Agent[]; // in the order in which they were picked
  building: Building | null;
}

export const NO_AIM: Aim = { agents: [], building: null };

/** the agents that an action names */
export const agentsOf = (action: Action): Agent[] =>
  action.agents ?? [action.agent, action.other].filter((agent) => agent !== undefined);

/** the building that is chosen besides the agent, where there is a choice */
export function buildingOf(view: View, action: Action): Building | null {
  if (action.building) return action.building;
  const steps = action.way === "backward" ? -1 : action.way === "forward" ? 1 : (action.steps ?? 0);
  if (!steps) return null;
  return on(view.place[action.agent], action.action === "step_back" ? -steps : steps);
}

/** whether an action goes on from what was picked so far; in a rendezvous the order counts */
function fits(action: Action, picked: readonly Agent[]): boolean {
  const named = agentsOf(action);
  return action.other ? picked.every((agent, i) => named[i] === agent) : picked.every((agent) => named.includes(agent));
}

export function litAgents(actions: readonly Action[], aim: Aim): Agent[] {
  const lit = new Set<Agent>();
  for (const action of actions) {
    if (!fits(action, aim.agents)) continue;
    const named = agentsOf(action);
    const next = action.other ? [named[aim.agents.length]] : named;
    for (const agent of next) if (agent && !aim.agents.includes(agent)) lit.add(agent);
  }
  return [...lit];
}

export function litBuildings(view: View, actions: readonly Action[], aim: Aim): Building[] {
  const lit = new Set<Building>();
  for (const action of actions) {
    const building = buildingOf(view, action);
    if (building && fits(action, aim.agents) && agentsOf(action).length === aim.agents.length) lit.add(building);
  }
  return [...lit];
}

/** the action that was aimed at in full, or null */
export function aimed(view: View, actions: readonly Action[], aim: Aim): Action | null {
  const found = actions.filter(
    (action) =>
      agentsOf(action).length === aim.agents.length &&
      fits(action, aim.agents) &&
      buildingOf(view, action) === aim.building,
  );
  return found.length === 1 ? found[0] : null;
}

/** an action like these for an agent or a building that is not lit, so that the server can say why not */
export function like(actions: readonly Action[], aim: Aim, agent: Agent | null, building: Building | null): Action | null {
  const model = actions[0];
  if (!model) return null;
  if (building) return model.building ? { ...model, building } : null;
  if (!agent) return null;
  if (model.agents) return { ...model, agents: aim.agents.length ? [aim.agents[0], agent] : [agent] };
  if (model.other) return aim.agents.length ? { ...model, agent: aim.agents[0], other: agent } : { ...model, agent };
  return model.agent ? { ...model, agent } : null;
}
