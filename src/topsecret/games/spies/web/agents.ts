// The figures and markers of the agents, by the colour that the rules call them.
import { A, mark, pawn } from "$art/art.js";
import { LETTER, type Agent } from "./things";

const letter = (agent: Agent) => (LETTER[agent] ?? "S") as keyof typeof A;

export const colour = (agent: Agent): string => A[letter(agent)].col;

/** The figure, feet at 0,0, about 58 wide and 98 high. */
export const figure = (agent: Agent, at: { x?: number; y?: number; s?: number } = {}): string => pawn(letter(agent), at);

/** The marker, centred on 0,0, about 28 wide. */
export const marker = (agent: Agent, at: { x?: number; y?: number; s?: number } = {}): string => mark(letter(agent), at);
