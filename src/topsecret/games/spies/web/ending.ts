// What the end tells: who was who, who believed what, and how the markers climbed. Read from the last view and the events.
import type { GameEvent, View } from "$lib/game";
import { standing } from "$lib/standing";

/** One agent's folder. */
export interface Opened {
  agent: string;
  seat: number | null; // who played it to the end; null: free
  before: number[]; // who held it besides (S6.1)
  points: number;
  dossier: number; // how many of the points come from the dossier
  wins: boolean;
}

export interface Belief {
  agent: string;
  guess: string | null; // "free", "seat 2"; null: no entry
  right: boolean;
  own: boolean;
}

export interface Believer {
  seat: number;
  beliefs: Belief[];
  worth: number;
}

/** The way of one marker: after which turn it stood where. */
export interface Climb {
  agent: string;
  way: [number, number][];
}

/** All folders, the winner's first, then by points. */
export function folders(view: View, events: readonly GameEvent[]): Opened[] {
  const told = standing(events);
  const winners: number[] = view.result?.winners ?? [];
  const opened = (view.in_play as string[]).map((agent): Opened => {
    const seat = (view.kept as (string | null)[]).indexOf(agent);
    const dossier = told.find((event) => event.event === "dossier_opened" && event.agent === agent)?.points ?? 0;
    const before = told.filter((event) => event.event === "given_back" && event.agent === agent).map((event) => event.seat!);
    return { agent, seat: seat < 0 ? null : seat, before, points: view.marker[agent], dossier, wins: winners.includes(seat) };
  });
  return opened.sort((a, b) => Number(b.wins) - Number(a.wins) || b.points - a.points || Number(b.seat !== null) - Number(a.seat !== null));
}

/** Those under the lamp: the winners, or the free agents in front if nobody wins. */
export function inFront(opened: readonly Opened[]): Opened[] {
  const winners = opened.filter((one) => one.wins);
  return winners.length ? winners : opened.filter((one) => one.points === opened[0].points);
}

/** Where a seat stands among the players, from 1; seats with as many points share a place. Null: it has no agent, or nobody asks. */
export function placeOf(opened: readonly Opened[], seat: number | null): { mine: Opened; place: number; of: number } | null {
  const players = opened.filter((one) => one.seat !== null);
  const mine = players.find((one) => one.seat === seat);
  return seat !== null && mine ? { mine, place: 1 + players.filter((one) => one.points > mine.points).length, of: players.length } : null;
}

/** Who believed what; empty if no dossiers were opened. */
export function believers(view: View, events: readonly GameEvent[]): Believer[] {
  const told = standing(events);
  return told
    .filter((event) => event.event === "dossier_opened")
    .map(({ seat, points }) => ({
      seat: seat!,
      worth: points,
      beliefs: (view.in_play as string[]).map((agent) => {
        const entry = told.find((event) => event.event === "guessed" && event.seat === seat && event.agent === agent);
        const own = view.holds?.[seat!]?.[agent] === true;
        return { agent, guess: entry?.guess ?? null, right: entry?.right === 1, own };
      }),
    }));
}

/** How the markers climbed on the track, turn by turn, without what the dossiers brought. */
export function climbs(view: View, events: readonly GameEvent[]): { turns: number; line: number | null; climbs: Climb[] } {
  const ways = new Map<string, [number, number][]>((view.in_play as string[]).map((agent) => [agent, [[0, 0]]]));
  let turn = 0;
  let line: number | null = null; // the turn in which the dossiers were written
  for (const event of standing(events)) {
    if (event.event === "turn_begins") turn += 1;
    if (event.event === "write_dossiers") line = turn;
    if (event.event !== "scored" && event.event !== "tipped") continue;
    const way = ways.get(event.agent);
    const last = way?.[way.length - 1];
    if (!way || !last) continue;
    if (last[0] === turn) last[1] = event.marker;
    else {
      if (last[0] < turn - 1) way.push([turn - 1, last[1]]);
      way.push([turn, event.marker]);
    }
  }
  for (const way of ways.values()) way.push([turn, way[way.length - 1][1]]);
  return { turns: Math.max(1, turn), line, climbs: [...ways].map(([agent, way]) => ({ agent, way })) };
}
