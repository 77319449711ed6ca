// What each seat is called: by its nickname, a bot by its own name, an open seat by its number.
import { t } from "$lib/i18n.svelte";
import type { SeatInfo } from "$lib/protocol";

export const seatNames = (seats: readonly SeatInfo[]): string[] =>
  seats.map((seat, i) => seat.name || t("seat.number", { number: i + 1 }));
