// The words of the board: spaces, tiles, agents, and where each of them is drawn. What is possible is never decided here.
import type { GameEvent, Say, TableContext, View } from "$lib/game";
import { AGENTS, SPACES, TILES } from "./box";

export type Space = string; // "d3", as the wire writes it
export type Agent = string; // "x1" to "y3"
export type Kind = string; // of a tile: "cipher key"
export type Role = string;
export type Side = 0 | 1;

export const OFF = "off";
export const SIDES: readonly Side[] = [0, 1];
export const KINDS: readonly Kind[] = Object.keys(TILES);
/** what an agent can carry */
export const CARRIABLE: readonly Kind[] = KINDS.filter((kind) => TILES[kind].value > 0);
export const sideOf = (agent: Agent): Side => (agent[0] === "x" ? 0 : 1);

/** through whose eyes: a side, or null for somebody who watches */
export const eyesOf = (table: TableContext): Side | null => {
  const who = table.seat ?? table.view.viewer;
  return who === 0 || who === 1 ? who : null;
};
/** the side that is drawn as "mine": amber, with a fedora */
export const near = (eyes: Side | null): Side => eyes ?? 0;

// who and what is where

export const isOnBoard = (view: View, agent: Agent): boolean => view.place[agent] !== OFF;
export const onBoard = (view: View): Agent[] => AGENTS.filter((agent) => isOnBoard(view, agent));
export const agentAt = (view: View, space: Space): Agent | null => AGENTS.find((agent) => view.place[agent] === space) ?? null;
export const looseAt = (view: View, space: Space): { kind: Kind; number: number }[] =>
  view.lying[space] ? KINDS.filter((kind) => view.loose[space][kind]).map((kind) => ({ kind, number: view.loose[space][kind] as number })) : [];
/** one by one: "memo", "memo", "photo" */
export const list = (counts: Record<Kind, number>): Kind[] => KINDS.flatMap((kind) => Array<Kind>(counts[kind] ?? 0).fill(kind));
export const carried = (view: View, agent: Agent): Kind[] => list(view.carries[agent]);
export const worth = (kinds: readonly Kind[]): number => kinds.reduce((sum, kind) => sum + TILES[kind].value, 0);
export const tilesInBag = (view: View): number => KINDS.reduce((sum, kind) => sum + view.bag[kind], 0);
/** whose blockade lies there */
export const blockadeAt = (view: View, space: Space): Side | null => ({ x: 0, y: 1 })[view.blockade[space] as string] as Side ?? null;

// where it is drawn: the board's own picture is 800 units wide and high; the dice lie above the spaces

export const BOARD = 800;
export const STEP_X = 68;
export const STEP_Y = 82;
export const HEX = 50;

export interface Point {
  x: number;
  y: number;
}
export const middle = (space: Space): Point => ({ x: 60 + SPACES[space].x * STEP_X, y: 142 + SPACES[space].row * STEP_Y });
/** beside the board, where a tile goes that leaves it */
export const outside = (space: Space, way: string): Point => {
  const { x, y } = middle(space);
  return { x: x + (way === "SW" ? -STEP_X : STEP_X) * 0.75, y: y + STEP_Y * 0.75 };
};
export const dieAt = (kind: Kind): Point => ({ x: 74 + KINDS.indexOf(kind) * 130.4, y: 44 });
export const ROWS: readonly (readonly Space[])[] = Object.keys(SPACES).reduce<Space[][]>((rows, space) => {
  (rows[SPACES[space].row] ??= []).push(space);
  return rows;
}, []);
export const wayTo = (from: Space, to: Space): string | null => Object.keys(SPACES[from].beside).find((way) => SPACES[from].beside[way] === to) ?? null;

/** the places of several things on one space, the size of each, from its middle */
export function spread(number: number): { at: Point[]; size: number } {
  if (number === 1) return { at: [{ x: 0, y: 0 }], size: 1.3 };
  if (number === 2) return { at: [{ x: -23, y: 0 }, { x: 23, y: 0 }], size: 1.05 };
  const size = number < 5 ? 0.86 : 0.7;
  const columns = number < 5 ? 2 : 3;
  const rows = Math.ceil(number / columns);
  return {
    size,
    at: Array.from({ length: number }, (_, i) => {
      const row = Math.floor(i / columns);
      const inRow = row < rows - 1 ? columns : number - columns * row;
      return { x: ((i % columns) - (inRow - 1) / 2) * 42 * size, y: (row - (rows - 1) / 2) * 42 * size };
    }),
  };
}

// words

export const code = (name: string): string => name.replaceAll(" ", "_");
export const kindName = (t: Say, kind: Kind): string => t(`intel.${code(kind)}`);
export const roleName = (t: Say, role: Role): string => t(`role.${code(role)}`);
export const kindNames = (t: Say, kinds: readonly Kind[]): string =>
  KINDS.filter((kind) => kinds.includes(kind))
    .map((kind) => {
      const count = kinds.filter((one) => one === kind).length;
      return count > 1 ? `${count} × ${kindName(t, kind)}` : kindName(t, kind);
    })
    .join(", ");

/** "your hacker", "the analyst of Bob" */
export function agentName(table: TableContext, agent: Agent, role: Role = table.view.role[agent]): string {
  const side = sideOf(agent);
  const name = role && role !== "none" ? roleName(table.t, role) : agent;
  return side === eyesOf(table) ? table.t("board.agent.mine", { role: name }) : table.t("board.agent.theirs", { role: name, name: table.names[side] });
}

export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** An event in the words of the log, with agents called by their roles. `roles` knows those who have just come. */
export function readable(table: TableContext, event: GameEvent, roles: Record<Agent, Role> = {}): string {
  const role = (agent: Agent) => (table.view.role[agent] !== "none" ? table.view.role[agent] : roles[agent]);
  const told = table.tell(event).replace(/\b[xyXY][123]\b/g, (agent) => agentName(table, agent.toLowerCase(), role(agent.toLowerCase())));
  return capital(told.replace(/\b[a-h][1-6]\b/g, (space) => space.toUpperCase()));
}
