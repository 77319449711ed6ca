// What people did at the table while the match ran, in words, and who played what by that.
import type { GameEvent } from "$lib/game";
import { t } from "$lib/i18n.svelte";
import type { Happened } from "$lib/protocol";
import { nameOfBot } from "./bots";

export const happenedWords = (game: string, one: Happened, names: readonly string[]): string =>
  t(one.what === "stood_in" && one.by === -1 ? "happened.asleep" : `happened.${one.what}`, { name: names[one.seat] ?? "", by: one.by === null ? "" : (names[one.by] ?? ""), bot: nameOfBot(game, one.bot), before: one.name });

const HOLDERS: ReadonlySet<Happened["what"]> = new Set(["stood_in", "came_back", "replaced"]);

/** Whether a bot that stood in for its person did what an event tells. */
export function playedByBot(happened: readonly Happened[], event: GameEvent): boolean {
  if (event.seat === undefined) return false;
  const last = happened.filter((one) => one.seat === event.seat && one.n < event.n && HOLDERS.has(one.what)).at(-1);
  return last?.what === "stood_in";
}
