// What the match is about, how long it lasts, and when passing is about to end the deal: all of it is public.
import type { TableContext } from "$lib/game";
import { QUIET_ROUNDS } from "./box";

/** P6.2: so many passes more, with nothing but passes, end the deal; null while that is more than a round away. */
export function passesLeft({ view, seats }: TableContext): number | null {
  const left = QUIET_ROUNDS * seats.length - view.quiet;
  return view.phase === "play" && left <= seats.length ? left : null;
}

/** That the deal is about to end by passes alone, in a few words; "" if it is not. */
export function warning(table: TableContext): string {
  const count = passesLeft(table);
  if (count === null) return "";
  return count === table.seats.length ? table.t("board.quiet.round") : table.t("board.quiet", { count });
}

/** Which deal of how many this is. */
export const dealWords = ({ t, view }: TableContext): string => t("board.goal.deal", { number: view.deal, of: view.deals });
/** How long it lasts at most. */
export const cardsLeft = ({ t, view }: TableContext): string => t("board.goal.cards", { count: view.pile });
