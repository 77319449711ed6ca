// What a view tells about one seat's secrets: nothing, if it is not that seat's view.
import type { Say, View } from "$lib/game";
import { cardKey } from "./things";

/** The agents that a seat holds, as far as this view knows. */
export function agentsOf(view: View, seat: number | null): string[] {
  const held = seat === null ? undefined : view.holds?.[seat];
  return (view.in_play ?? []).filter((agent: string) => held?.[agent] === true);
}

/** The cards in a seat's hand, each copy once. */
export function handOf(view: View, seat: number | null): string[] {
  const counts = Object.entries((seat === null ? undefined : view.hand?.[seat]) ?? {}) as [string, number | null][];
  return counts.flatMap(([card, count]) => Array<string>(count ?? 0).fill(cardKey(card)));
}

/** "Jaques (red), Doyle (blue)" */
export const spokenAgents = (t: Say, agents: readonly string[]): string =>
  agents.map((agent) => `${t(`agent.${agent}.name`)} (${t(`agent.${agent}`)})`).join(", ");
