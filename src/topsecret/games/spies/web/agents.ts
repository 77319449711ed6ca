// The figures and markers of the agents, by the colour that the rules call them.
import { A, mark, pawn } from "$art/art.js";
import { LETTER, type Agent } from "./things";

const letter = (agent: Agent) => (LETTER[agent] ?? "S") as keyof typeof A;

export const colour = (agent: Agent): string => A[letter(agent)].col;

interface Drawn {
  x?: number;
  y?: number;
  s?: number;
  ghost?: boolean;
}
/** whoever asks what is drawn there is told of the agent */
const named = (agent: Agent, drawing: string): string => `<g data-thing="agent:${agent}">${drawing}</g>`;

/** The figure, feet at 0,0, about 58 wide and 98 high. */
export const figure = (agent: Agent, how: Drawn & { glow?: boolean } = {}): string => named(agent, pawn(letter(agent), how));

/** The marker, centred on 0,0, about 28 wide. */
export const marker = (agent: Agent, how: Drawn = {}): string => named(agent, mark(letter(agent), how));
