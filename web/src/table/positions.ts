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

export function after(position: Position, step: Step): Position {
  const news = step.events as GameEvent[];
  return { view: { ...position.view, ...step.changes }, upto: news.length ? news[news.length - 1].n : position.upto, news };
}

export function positions(first: View, steps: readonly Step[]): Position[] {
  const all: Position[] = [{ view: first, upto: 0, news: [] }];
  for (const step of steps) all.push(after(all[all.length - 1], step));
  return all;
}

/** Where an event is first told, as an index; -1 if these positions begin after it. */
export function indexOf(all: readonly Position[], n: number): number {
  return all.length && n <= all[0].upto && all[0].upto > 0 ? -1 : all.findIndex((position) => position.upto >= n);
}

/** The numbers of the events that were taken back. */
export function struck(events: readonly GameEvent[]): Set<number> {
  const gone = new Set<number>();
  for (const event of events) if (event.event === "undone") for (const n of (event.events ?? []) as number[]) gone.add(n);
  return gone;
}
