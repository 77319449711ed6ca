// The games that have a browser board, their pictures for the home page, and what is said about each: found by looking.
import type { Component } from "svelte";
import type { GameWeb } from "./game";

/** `web/about.json` of a game: by language, the title on its folder, one line, and how long it takes. */
export type About = Record<string, { title: string; line: string; minutes: string }>;

const webs = import.meta.glob<GameWeb>("$games/*/web/index.ts", { import: "default" });
const miniatures = import.meta.glob<Component>("$games/*/web/Miniature.svelte", { import: "default" });
const abouts = import.meta.glob<About>("$games/*/web/about.json", { import: "default", eager: true });

const of = <T>(files: Record<string, T>, game: string): T | undefined =>
  Object.entries(files).find(([path]) => path.includes(`/${game}/web/`))?.[1];

export const hasBoard = (game: string): boolean => of(webs, game) !== undefined;
export const loadBoard = async (game: string): Promise<GameWeb | null> => (await of(webs, game)?.()) ?? null;
export const loadMiniature = async (game: string): Promise<Component | null> => (await of(miniatures, game)?.()) ?? null;

export function about(game: string, language: string, title: string): About[string] {
  const found = of(abouts, game);
  return found?.[language] ?? found?.en ?? { title, line: "", minutes: "" };
}
