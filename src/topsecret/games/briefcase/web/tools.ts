// The tokens and eliminations as drawings, and what was made of them.
import type { View } from "$lib/game";
import type { Tool } from "./desk.svelte";
import { SPIES, type Side } from "./things";

export const PICTURE: Record<Tool, string> = {
  reveal: '<path d="M3 16Q16 3 29 16 16 29 3 16Z"/><circle cx="16" cy="16" r="5" fill="currentColor"/>',
  move_two: '<path d="M6 26 14 8M14 8l-6 3M14 8l2 6M18 26l8-18M26 8l-6 3M26 8l2 6"/>',
  swap: '<path d="M5 12h20M25 12l-6-6M25 12l-6 6M27 22H7M7 22l6-6M7 22l6 6"/>',
  purge: '<circle cx="16" cy="11" r="5"/><path d="M6 28q1-11 10-11t10 11M4 4l24 24"/>',
  expose: '<path d="M8 28V5l16 4-2 6 4 5-18 1"/><path d="M14 9.500q1-2 3.500-1t.5 3-2 2.500M15.500 17h.2"/>',
};

/** a token that was spent, or an exposing that was done (once a game: only the opponent of an exposed spy can have done it) */
export function isUsed(view: View, side: Side, tool: Tool): boolean {
  if (tool === "reveal") return view.spent[side].reveal;
  if (tool === "move_two") return view.spent[side].move;
  if (tool === "swap") return view.spent[side].swap;
  return tool === "expose" && SPIES.some((spy) => view.shown[1 - side][spy] === "all");
}
