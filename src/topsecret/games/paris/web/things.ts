// The table's things by their names on the wire: agents (one for each seat), places, what can be looked at.
import type { TableContext, View } from "$lib/game";
import { AGENTS, PLACES } from "./box";

export type Letter = "R" | "G" | "P" | "B" | "Y" | "O" | "K" | "W";
export const LETTERS: readonly Letter[] = ["R", "G", "P", "B", "Y", "O", "K", "W"]; // by seat
export const CARDS = "cards"; // as something to look at
export const NONE = "none";

export const seatOf = (agent: string | null | undefined): number => AGENTS.indexOf(agent ?? "");
export const agentOf = (seat: number): string => AGENTS[seat];
export const isFace = (sight: string | null | undefined): sight is string => seatOf(sight) >= 0;
export const isPlace = (sight: string | null | undefined): sight is string => PLACES.includes(sight ?? "");

/** All others, in the order in which the case goes around, beginning at the left of the viewer. A spectator sees all. */
export function others(table: TableContext): number[] {
  const count = table.seats.length;
  if (table.seat === null) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: count - 1 }, (_, i) => (table.seat! + 1 + i) % count);
}

export const isLive = (view: View): boolean => !["ready", "over"].includes(view.phase);
export const isSlow = (view: View): boolean => view.slow === true;
/** how long something of so many ms takes at this table */
export const lasting = (view: View, ms: number): number => (isSlow(view) ? 2 * ms : ms);
export const score = (view: View, seat: number): number => view.points[seat] + view.earlier[seat];

/** Somebody inside a sentence: by name, or "you". */
export const personWords = (table: TableContext, seat: number): string => (seat === table.seat ? table.t("board.you") : table.names[seat]);
