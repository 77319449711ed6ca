// What the match is about, how long it lasts, and what is about to end the deal: all of it is public.
import type { TableContext } from "$lib/game";
import { QUIET_ROUNDS } from "./box";

/** P6.2: so many passes more, with nothing but passes, end the deal; null while that is more than a round away. */
export function passesLeft({ view, seats }: TableContext): number | null {
  const left = QUIET_ROUNDS * seats.length - view.quiet;
  return view.phase === "play" && left <= seats.length ? left : null;
}
/** P6.1: the pile is empty, and the next card that must be drawn ends the deal. */
const noCardLeft = ({ view }: TableContext): boolean => view.phase === "play" && view.pile === 0;

/** That the deal is about to end, in a few words; "" if it is not. */
export function warning(table: TableContext): string {
  const count = passesLeft(table);
  if (count !== null) return count === table.seats.length ? table.t("board.quiet.round") : table.t("board.quiet", { count });
  return noCardLeft(table) ? table.t("board.last_card") : "";
}
/** The same, and what one can do about it. */
export function advice(table: TableContext): string {
  const warns = warning(table);
  return warns && `${warns}. ${table.t(passesLeft(table) === null ? "board.last_card.when" : "board.quiet.stop")}`;
}

/** Which deal of how many this is. */
export const dealWords = ({ t, view }: TableContext): string => t("board.goal.deal", { number: view.deal, of: view.deals });
/** How long it lasts at most. */
export const cardsLeft = ({ t, view }: TableContext): string => t("board.goal.cards", { count: view.pile });
