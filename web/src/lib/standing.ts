// What was taken back, and what still counts.
import type { GameEvent } from "./game";

/** The numbers of the events that were taken back. */
export function takenBack(events: readonly GameEvent[]): Set<number> {
  const gone = new Set<number>();
  for (const event of events) if (event.event === "undone") for (const n of (event.events ?? []) as number[]) gone.add(n);
  return gone;
}

/** The events that still count. */
export function standing(events: readonly GameEvent[]): GameEvent[] {
  const gone = takenBack(events);
  return events.filter((event) => event.event !== "undone" && !gone.has(event.n));
}
