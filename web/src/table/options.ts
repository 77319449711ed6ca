// What the values of an option are called.
import type { GameWeb } from "$lib/game";
import { has, t, tg, words } from "$lib/i18n.svelte";
import type { GameInfo, OptionInfo } from "$lib/protocol";

/** Whether the numbers that an option takes are seats. */
export const namesSeat = (web: GameWeb | null, option: OptionInfo): boolean => web?.seatOptions?.includes(option.name) ?? false;

export function choiceWords(game: string, web: GameWeb | null, option: OptionInfo, value: unknown, names: readonly string[]): string {
  if (typeof value === "boolean") return value ? t("on") : t("off");
  if (Array.isArray(value)) return value.length ? value.map((one) => choiceWords(game, web, option, one, names)).join(", ") : t("option.by_lot");
  if (namesSeat(web, option) && typeof value === "number") return names[value] ?? t("seat.number", { number: value + 1 });
  const key = String(value).toLowerCase().replace(/[^a-z0-9]+/g, "_");
  if (has(game, `option.${option.name}.${key}`)) return tg(game, `option.${option.name}.${key}`);
  if (value === "random") return t("option.by_lot");
  const strings = words.games[game] ?? {};
  const named = Object.keys(strings).find((one) => one.endsWith(`.${key}.name`));
  return named ? strings[named] : String(value);
}

/** What goes back to its usual value when another number plays: seats that are gone, and picks of several, whose number hangs on it. */
export function fitting(game: GameInfo, web: GameWeb | null, chosen: Record<string, unknown>, seats: number): Record<string, unknown> {
  const unfit = (option: OptionInfo) => {
    const value = chosen[option.name];
    return option.kind === "some" ? Array.isArray(value) && value.length > 0 : namesSeat(web, option) && typeof value === "number" && value >= seats;
  };
  return Object.fromEntries(game.options.filter(unfit).map((option) => [option.name, option.default]));
}
