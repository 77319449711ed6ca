// The end, read from what was told: who was who, what the orders were, and which answers decided something.
import type { GameEvent } from "$lib/game";
import type { Piece, Side, Spy } from "./things";

export interface Opened {
  side: Side;
  spy: Spy;
  piece: Piece;
}

export const opened = (events: readonly GameEvent[]): Opened[] =>
  events.filter((event) => event.event === "was").map((event) => ({ side: event.seat as Side, spy: event.spy, piece: event.piece }));

export const orderOf = (events: readonly GameEvent[], side: Side): string | null =>
  events.find((event) => event.event === "order_was" && event.seat === side)?.order ?? null;

export type Why = "double_agent" | "captured" | "briefcase" | "promoted" | "last";

/** By the number of an answer: why it mattered. What the "?" was made to say, and what led to a capture, the briefcase, a promotion or the end. */
const LED_TO: Record<string, Why> = { captured: "captured", controls: "briefcase", was_promoted: "promoted", must_hold_out: "briefcase", game_over: "last" };

export function decisive(events: readonly GameEvent[]): Map<number, Why> {
  const doubles = new Set(opened(events).filter((one) => one.piece === "?").map((one) => `${one.side} ${one.spy}`));
  const found = new Map<number, Why>();
  if (!doubles.size) return found; // not before the end
  let last: GameEvent | null = null;
  for (const event of events) {
    if (event.event === "answered") {
      last = event;
      if (doubles.has(`${event.seat} ${event.spy}`)) found.set(event.n, "double_agent");
    } else if (event.event === "turn_begins") last = null;
    else if (last) {
      const why = LED_TO[event.event];
      if (why && (why === "last" || !found.has(last.n))) found.set(last.n, why);
    }
  }
  return found;
}

/** how such an answer is marked in the log */
export const marks = (events: readonly GameEvent[]): Map<number, string> => new Map([...decisive(events)].map(([n, why]) => [n, `reveal.why.${why}`]));
