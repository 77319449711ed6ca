// The agents as the rules call them (colours), and the letter, figure and marker that the art knows them by.
import { A, mark, pawn } from "$art/art.js";

export type Letter = keyof typeof A;

export const LETTERS: Record<string, Letter> = {
  red: "J",
  blue: "D",
  green: "M",
  yellow: "P",
  violet: "L",
  orange: "B",
  gray: "S",
};

export const letter = (agent: string): Letter => LETTERS[agent] ?? "S";
export const colour = (agent: string): string => A[letter(agent)].col;

/** The figure, feet at 0,0, about 58 wide and 98 high. */
export const figure = (agent: string, at: { x?: number; y?: number; s?: number } = {}): string => pawn(letter(agent), at);

/** The marker, centred on 0,0, about 28 wide. */
export const marker = (agent: string, at: { x?: number; y?: number; s?: number } = {}): string => mark(letter(agent), at);
