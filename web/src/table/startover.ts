// Whoever plays with bots alone may leave a match and begin another at once, with options changed.
import { api } from "$lib/api";
import { remember } from "$lib/mine";
import { where } from "$lib/route.svelte";
import type { LiveTable } from "./live.svelte";

export const isAlone = (table: LiveTable): boolean => table.seat === 0 && !table.info.exercise && table.seats.every((seat, i) => seat.kind === (i === 0 ? "person" : "bot"));

export async function startOver(table: LiveTable, options: Record<string, any>): Promise<void> {
  const { game, seats, terms } = table.info;
  const bots = seats.slice(1).map((seat) => seat.bot);
  const seated = await api.make({ game, name: seats[0].name, seats: seats.length, options: { ...table.info.options, ...options }, bots, terms, start: true });
  remember({ ...seated, game });
  where.go(`/t/${seated.code}`);
}
