// The end, read from what was told: how the points of each side came about, agent by agent and tile by tile.
import type { GameEvent } from "$lib/game";
import { standing } from "$lib/standing";
import { KINDS, type Kind, type Role, type Side } from "./things";

export interface Scoring {
  n: number;
  turn: number;
  role: Role | null; // null: the analyst's extra tile
  tiles: Kind[];
  points: number;
  total: number;
}

/** What an agent has, followed through everything that was told: who took what, gave it, paid it, lost it. */
export function scorings(events: readonly GameEvent[]): Record<Side, Scoring[]> {
  const has = new Map<string, Kind[]>();
  const of = (agent: string) => has.get(agent) ?? has.set(agent, []).get(agent)!;
  const drop = (agent: string, kind: Kind) => {
    const at = of(agent).indexOf(kind);
    if (at >= 0) of(agent).splice(at, 1);
  };
  const found: Record<Side, Scoring[]> = { 0: [], 1: [] };
  let turn = 0;
  for (const event of standing(events)) {
    const { agent, other, tile } = event;
    if (event.event === "turn_begins") turn = event.turn;
    else if (event.event === "spawned") has.set(agent, []);
    else if (event.event === "took") of(agent).push(...Array<Kind>(event.number).fill(tile));
    else if (event.event === "give" && agent) (drop(agent, tile), of(other).push(tile));
    else if (event.event === "paid") drop(agent, tile);
    else if (event.event === "stolen") (drop(other, tile), of(agent).push(tile));
    else if (event.event === "overloaded" || event.event === "trapped") has.set(agent, []);
    else if (event.event === "retired") {
      const tiles = [...of(agent)].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b));
      found[event.seat as Side].push({ n: event.n, turn, role: event.role, tiles, points: event.points, total: event.total });
      has.set(agent, []);
    } else if (event.event === "kept") {
      const before = found[event.seat as Side].at(-1)?.total ?? 0;
      found[event.seat as Side].push({ n: event.n, turn, role: null, tiles: [tile], points: event.total - before, total: event.total });
    }
  }
  return found;
}
