// The log in turns: a turn begins where the game says so.
import type { GameEvent, GameWeb } from "$lib/game";
import { entries, type Entry } from "./entries";

export interface Turn {
  number: number; // 0: before the first turn
  entries: Entry[]; // in the order in which they happened
}

/** Newest turn first; the lines of one turn read in the order in which they happened. */
export function grouped(events: readonly GameEvent[], web: Pick<GameWeb, "brief" | "logs" | "turnBegins"> | null): Turn[] {
  const turns: { number: number; events: GameEvent[] }[] = [{ number: 0, events: [] }];
  for (const event of events) {
    if (web?.turnBegins?.includes(event.event)) turns.push({ number: turns.length, events: [] });
    turns[turns.length - 1].events.push(event);
  }
  const told = turns.map((turn) => ({ number: turn.number, entries: entries(turn.events, web) }));
  return told.filter((turn) => turn.entries.length).reverse();
}

/** The first event after a seat's own last turn that is over; for those who have had none, and who watch, of the turn before this one. */
export function lastMoves(events: readonly GameEvent[], seat: number | null, web: Pick<GameWeb, "turnBegins"> | null): number {
  const begins = events.filter((event) => web?.turnBegins?.includes(event.event));
  const before = begins.slice(0, -1); // those that are over
  if (seat === null) return before.at(-1)?.n ?? 0;
  const own = before.map((event) => event.seat).lastIndexOf(seat);
  return before.length ? begins[own + 1].n : 0;
}
