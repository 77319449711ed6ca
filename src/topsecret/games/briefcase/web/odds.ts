// The chance of a yes: from the "?" saying no to the "?" saying yes.
import type { Say } from "$lib/game";

export interface Chance {
  least: number; // 0 to 1
  most: number;
  truly: boolean | null; // the answer itself, where I know the piece
}

const percent = (share: number): number => (share <= 0 ? 0 : share >= 1 ? 100 : Math.min(99, Math.max(1, Math.round(share * 100))));

/** "62", or "58–66" */
export function chanceText({ least, most }: Chance): string {
  const [low, high] = [percent(least), percent(most)];
  return low === high ? String(low) : `${low}–${high}`;
}
export const chanceWords = (t: Say, chance: Chance): string => t("board.chance", { percent: chanceText(chance) });
export { percent };

/** warm if a yes is likely */
export function heat({ least, most }: Chance): { fill: string; ink: string } {
  const likely = (least + most) / 2;
  if (likely >= 0.5) return { fill: "#F6BC45", ink: "#1B1200" };
  if (likely >= 0.25) return { fill: "#D9A441", ink: "#1B1200" };
  if (likely >= 0.08) return { fill: "#A08C58", ink: "#1B1200" };
  return { fill: "#4A5A5E", ink: "#FFFFFF" };
}
