// Why something did not count, in words: the game's own, the shell's, or at least the server's sentence.
import type { Refusal } from "$lib/game";
import { has, t, tg } from "$lib/i18n.svelte";

export const SPECTATOR = { t: "refused", code: "spectator", rule: "", message: "" } as const;
export const OFFLINE = { code: "offline", rule: "", message: "" };

/** A refusal on its slip, beside what was tapped. */
export interface Slip {
  refusal: Refusal;
  near: DOMRect | null;
}

interface Why {
  code: string;
  rule: string;
  message: string;
}

export function refusalOf(table: { info: { game: string } }, why: Why): Refusal {
  const { code, rule } = why;
  const game = table.info.game;
  const key = [`refusal.${code}`, `failure.${code}`].find((one) => has(game, one));
  const said = key ? tg(game, key) : why.message || t("refusal.unknown");
  return { code, rule, words: said.slice(0, 1).toUpperCase() + said.slice(1) };
}

/** The words of a failed request. */
export const failure = (code: string): string => (has("", `failure.${code}`) ? t(`failure.${code}`) : t("failure.unknown"));
