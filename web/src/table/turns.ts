// The log in turns: a turn begins where the game says so.
import type { GameEvent } from "$lib/game";

export interface Turn {
  number: number; // 0: before the first turn
  events: GameEvent[]; // newest first
}

const BEGINS = new Set(["turn_begins", "begin_turn", "turn"]);

/** Newest turn first, and in it the newest event first. */
export function grouped(events: readonly GameEvent[]): Turn[] {
  const turns: Turn[] = [{ number: 0, events: [] }];
  for (const event of events) {
    if (BEGINS.has(event.event)) turns.push({ number: turns.length, events: [] });
    turns[turns.length - 1].events.push(event);
  }
  const kept = turns.filter((turn) => turn.events.length);
  for (const turn of kept) turn.events.reverse();
  return kept.reverse();
}
