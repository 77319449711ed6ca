// The entries of the log: an event each, or one for several of the same kind that came together.
import type { GameEvent, GameWeb } from "$lib/game";
import { tellPieces, type Piece, type Speaker } from "$lib/words";

export type Entry = readonly GameEvent[];

/** In the order in which the events are given; without those that the game leaves out. */
export function entries(events: readonly GameEvent[], web: Pick<GameWeb, "brief" | "logs"> | null): Entry[] {
  const all: GameEvent[][] = [];
  for (const event of events) {
    if (web?.logs?.(event) === false) continue;
    const before = all[all.length - 1];
    if (before && before[0].event === event.event && web?.brief?.includes(event.event)) before.push(event);
    else all.push([event]);
  }
  return all;
}

/** The last event of an entry: the position that it speaks of. */
export const lastOf = (entry: Entry): number => Math.max(...entry.map((event) => event.n));

export function entryPieces(speaker: Speaker, entry: Entry): Piece[] {
  if (entry.length === 1) return tellPieces(speaker, entry[0]);
  const told = [...entry].sort((a, b) => a.n - b.n).map((event) => tellPieces(speaker, event, "board.log"));
  return [...told.flatMap((pieces, i) => (i ? [{ text: "; " }, ...pieces] : pieces)), { text: "." }];
}

/** All of it in sentences, for those who listen. */
export const tellAll = (speaker: Speaker, events: readonly GameEvent[], web: GameWeb | null): string =>
  entries(events, web)
    .map((entry) => entryPieces(speaker, entry).map((piece) => piece.text).join(""))
    .join(" ");
