// What happened on the street since the last movement began, read back from the events: who came from where.
import type { GameEvent, View } from "$lib/game";
import { cardOf, on, playing, type Agent, type Building } from "./things";

export interface Trail {
  agent: Agent;
  from: Building;
  steps: number; // clockwise; back with a negative number
}

/** steps by agent that an event makes along the street; null: an agent was put somewhere, and came from nobody knows where */
export function walks(event: GameEvent): Record<Agent, number> | null {
  switch (event.event) {
    case "move":
      return event.points;
    case "sprint":
      return { [event.agent]: event.steps };
    case "step_back":
      return { [event.agent]: -event.steps };
    case "side_step":
    case "decoy":
      return { [event.agent]: event.way === "forward" ? 1 : -1 };
    case "both_forward":
    case "both_back":
      return Object.fromEntries(event.agents.map((agent: Agent) => [agent, event.event === "both_back" ? -1 : 1]));
    default:
      return null;
  }
}

/** the events that still count: what was taken back is left out */
export function standing(events: readonly GameEvent[]): GameEvent[] {
  const struck = new Set<number>();
  for (const event of events) if (event.event === "undone") for (const n of event.events ?? []) struck.add(n);
  return events.filter((event) => event.event !== "undone" && !struck.has(event.n));
}

/** the events from the last movement on; nothing before the first */
export function sinceTheMove(events: readonly GameEvent[]): GameEvent[] {
  const tail = standing(events.slice(-120));
  for (let i = tail.length - 1; i >= 0; i--) if (tail[i].event === "move" || tail[i].event === "stay") return tail.slice(i);
  return [];
}

export function trails(view: View, events: readonly GameEvent[]): Trail[] {
  const found: Trail[] = [];
  const place: Record<Agent, Building> = { ...view.place };
  const lost = new Set<Agent>();
  for (const event of sinceTheMove(events).reverse()) {
    const steps = walks(event);
    if (steps) {
      for (const agent in steps) {
        if (lost.has(agent)) continue;
        place[agent] = on(place[agent], -steps[agent]);
        found.push({ agent, from: place[agent], steps: steps[agent] });
      }
    } else if (event.event === "swap") {
      const [one, other] = event.agents;
      [place[one], place[other]] = [place[other], place[one]];
    } else if (event.event === "curfew") for (const agent of playing(view)) lost.add(agent);
    else if (cardOf(event.event) && event.event !== "tip_off")
      for (const agent of event.agents ?? (event.agent ? [event.agent] : [])) lost.add(agent);
  }
  return found;
}

/** the card that lies on the table: the last one played in this turn */
export function cardOnTheTable(events: readonly GameEvent[]): GameEvent | null {
  return sinceTheMove(events).filter((event) => cardOf(event.event)).pop() ?? null;
}
