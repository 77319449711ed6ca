// A match as one viewer sees it: positions, one after each step.
import type { GameEvent, View } from "$lib/game";
import type { Step } from "$lib/protocol";

export interface Position {
  view: View;
  /** the number of the last event told by then */
  upto: number;
  /** what led here from the position before */
  news: GameEvent[];
}

/** Events as they are told, with the numbers that they have for this viewer: `upto` is that of the one before. */
export function numbered(events: Step["events"], upto: number): GameEvent[] {
  return events.map((event, i) => ({ ...event, n: upto + i + 1 }) as GameEvent);
}

export function after(position: Position, step: Step): Position {
  const news = numbered(step.events, position.upto);
  return { view: { ...position.view, ...step.changes }, upto: position.upto + news.length, news };
}

/** `told`: how many events were told before. */
export function positions(first: View, steps: readonly Step[], told = 0): Position[] {
  const all: Position[] = [{ view: first, upto: told, news: [] }];
  for (const step of steps) all.push(after(all[all.length - 1], step));
  return all;
}

/** Where an event is first told, as an index; -1 if these positions begin after it. */
export function indexOf(all: readonly Position[], n: number): number {
  return all.length && n <= all[0].upto && all[0].upto > 0 ? -1 : all.findIndex((position) => position.upto >= n);
}
