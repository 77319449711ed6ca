// What happened on the street, read from the events: who went from where to where, and how that is drawn.
import { standing } from "$lib/standing";
import type { GameEvent } from "$lib/game";
import { apart, cardOf, type Agent, type Building } from "./things";

export interface Moved {
  agent: Agent;
  from: Building;
  to: Building;
  /** along the street, clockwise; back with a negative number; 0: it was put there */
  steps: number;
}

/** Cards that put an agent somewhere; all others make it walk. */
const PUT = new Set(["to_the_ruins", "curfew", "safe_cracker", "swap", "rendezvous", "asylum"]);

/** In order; an agent may be moved more than once. */
export function moves(events: readonly GameEvent[]): Moved[] {
  const all: Moved[] = [];
  let put = false;
  for (const event of events) {
    if (event.event === "move" || cardOf(event.event)) put = PUT.has(event.event);
    if (event.event !== "moved") continue;
    const clockwise = apart(event.place, event.target);
    const steps = put ? 0 : clockwise <= 6 ? clockwise : clockwise - 12;
    all.push({ agent: event.agent, from: event.place, to: event.target, steps });
  }
  return all;
}

/** the events from the last movement on; nothing before the first */
export function sinceTheMove(events: readonly GameEvent[]): GameEvent[] {
  const tail = standing(events.slice(-120));
  for (let i = tail.length - 1; i >= 0; i--) if (tail[i].event === "move" || tail[i].event === "stay") return tail.slice(i);
  return [];
}

/** who walked where since the last movement began */
export const trails = (events: readonly GameEvent[]): Moved[] => moves(sinceTheMove(events)).filter((one) => one.steps !== 0);

/** the card that lies on the table: the last one played in this turn */
export function cardOnTheTable(events: readonly GameEvent[]): GameEvent | null {
  return sinceTheMove(events).filter((event) => cardOf(event.event)).pop() ?? null;
}
