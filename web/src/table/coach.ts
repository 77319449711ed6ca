// Calling the coach back, or sending it away. Where the table plays without help it is refused, and the slip says so.
import { coach } from "$lib/coach.svelte";
import { isRefusal } from "$lib/game";
import type { LiveTable } from "./live.svelte";

export async function turnCoach(table: LiveTable, on: boolean, near: Element | null): Promise<void> {
  const answer = on ? await table.help("coach") : null;
  if (answer && isRefusal(answer)) table.refuse(answer, near);
  else coach.turn(table.info.game, on);
}
