// What of a match is worth a line of the log.
import type { GameEvent } from "$lib/game";

/** A poll has one line for those who want to play a card, or one that nobody does; each answer of its own would drown the rest. */
export function logs(event: GameEvent): boolean {
  return !["poll", "poll_opens", "card_part_over", "moved", "safe_moved"].includes(event.event) && !(event.event === "answered" && event.reply !== "yes");
}
