// The log in turns: a turn begins where the game says so.
import type { GameEvent, GameWeb } from "$lib/game";
import { entries, type Entry } from "./entries";

export interface Turn {
  number: number; // 0: before the first turn
  entries: Entry[]; // newest first
}

const BEGINS = new Set(["turn_begins", "begin_turn", "turn"]);

/** Newest turn first, and in it the newest entry first. */
export function grouped(events: readonly GameEvent[], web: Pick<GameWeb, "brief" | "unlogged"> | null): Turn[] {
  const turns: { number: number; events: GameEvent[] }[] = [{ number: 0, events: [] }];
  for (const event of events) {
    if (BEGINS.has(event.event)) turns.push({ number: turns.length, events: [] });
    if (!web?.unlogged?.includes(event.event)) turns[turns.length - 1].events.push(event);
  }
  const kept = turns.filter((turn) => turn.events.length);
  return kept.reverse().map((turn) => ({ number: turn.number, entries: entries(turn.events, web).reverse() }));
}
