// Who looked where when, from what was told: with everything open, or as far as one pair of eyes saw it.
import type { GameEvent, View } from "$lib/game";
import { AGENTS } from "../box";
import { CARDS, isFace, isPlace, NONE, seatOf } from "../things";

/** Where a face looked, from one moment to another. */
export interface Bar {
  seat: number;
  sight: string;
  from: number;
  to: number;
}
/** A wink, or a glance at a place, and who saw it. */
export interface Sign extends Bar {
  n: number; // of the event
  kind: "wink" | "glance";
  by: readonly number[];
}
/** What all knew: a mission or a call. */
export interface Flag {
  n: number;
  kind: "mission" | "caught";
  at: number;
  right: boolean;
  event: GameEvent;
}
export interface Lanes {
  bars: readonly Bar[];
  winks: readonly Sign[];
  glances: readonly Sign[];
  flags: readonly Flag[];
  holds: readonly Bar[]; // `seat` had the case; `sight` is not used
  deals: readonly { number: number; at: number }[];
}

type Eyes = number | "all" | null; // a seat, everything, or a spectator

class Reading {
  bars: Bar[] = [];
  winks: Sign[] = [];
  flags: Flag[] = [];
  holds: Bar[] = [];
  deals: { number: number; at: number }[] = [];
  #now = new Map<number, Bar>();
  #lids = new Map<number, Sign>();
  #case: Bar | null = null;
  #watched: number | null = null; // whom these eyes look at

  constructor(
    readonly eyes: Eyes,
    readonly first: View,
    readonly seats: number,
  ) {
    for (let seat = 0; seat < seats; seat++) this.#turn(seat, first.gaze?.[seat] ?? null, 0);
    if (typeof eyes === "number") this.#watched = seatOf(first.gaze?.[eyes]);
    if (first.phase !== "begin") this.#hold(first.holder, 0);
  }

  read(event: GameEvent): void {
    const { seat = -1, at } = event;
    switch (event.event) {
      case "deal_begins":
        this.deals.push({ number: event.number, at });
        this.#hold(event.starting, at);
        for (let one = 0; one < this.seats; one++) if (this.#owns(one)) this.#turn(one, CARDS, at);
        break;
      case "case":
        return this.#hold(seat, at);
      case "look":
        if (this.#owns(seat)) this.#lookAway(at);
        return this.#turn(seat, event.sight ?? null, at);
      case "eyes_return":
        if (this.#owns(seat)) this.#lookAway(at);
        return this.#turn(seat, this.#owns(seat) || seat === this.#watched ? CARDS : null, at);
      case "sees":
        if (this.eyes === "all") return;
        this.#watched = seatOf(event.face);
        this.#turn(this.#watched, event.gaze, at);
        if (event.wink !== NONE) this.#wink(event.n, this.#watched, event.wink, at);
        return;
      case "wink":
        return this.#wink(event.n, seat, event.agent, at);
      case "wink_over":
        return this.#lidUp(seat, at);
      case "mission":
      case "caught":
        this.flags.push({ n: event.n, kind: event.event, at, right: event.right === 1, event });
        return;
      case "deal_over":
        return this.end(at);
    }
  }

  /** The deal or the match is over: nobody looks anywhere. */
  end(at: number): void {
    for (let seat = 0; seat < this.seats; seat++) {
      this.#turn(seat, null, at);
      this.#lidUp(seat, at);
    }
    if (this.#case) this.holds.push({ ...this.#case, to: at });
    this.#case = null;
    this.#watched = null;
  }

  #owns(seat: number): boolean {
    return this.eyes === "all" || this.eyes === seat;
  }
  #turn(seat: number, sight: string | null, at: number): void {
    const now = this.#now.get(seat);
    if (now?.sight === sight) return;
    if (now && now.from < at) this.bars.push({ ...now, to: at });
    this.#now.delete(seat);
    if (sight !== null) this.#now.set(seat, { seat, sight, from: at, to: at });
  }
  /** These eyes leave the face that they watched: it is in the shade again, but for what all players see of it (P3.8). */
  #lookAway(at: number): void {
    if (this.eyes === "all" || this.#watched === null) return;
    const open = this.first.eyes === "hybrid" && isFace(this.#now.get(this.#watched)?.sight);
    if (!open) this.#turn(this.#watched, null, at);
    this.#lidUp(this.#watched, at);
    this.#watched = null;
  }
  #wink(n: number, seat: number, sight: string, at: number): void {
    this.#lidUp(seat, at);
    this.#lids.set(seat, { n, kind: "wink", seat, sight, from: at, to: at, by: [] });
  }
  #lidUp(seat: number, at: number): void {
    const lid = this.#lids.get(seat);
    if (lid) this.winks.push({ ...lid, to: at });
    this.#lids.delete(seat);
  }
  #hold(seat: number, at: number): void {
    if (this.#case && this.#case.from < at) this.holds.push({ ...this.#case, to: at });
    this.#case = { seat, sight: "", from: at, to: at };
  }
}

/** Who looked at this face at some moment of a span. */
function watchers(bars: readonly Bar[], { seat, from, to }: Bar): number[] {
  const seen = bars.filter((bar) => bar.sight === AGENTS[seat] && bar.from < to && bar.to > from);
  return [...new Set(seen.map((bar) => bar.seat))].sort((a, b) => a - b);
}

export function lanes(first: View, events: readonly GameEvent[], eyes: Eyes, seats: number): Lanes {
  const reading = new Reading(eyes, first, seats);
  for (const event of events) reading.read(event);
  reading.end(events.at(-1)?.at ?? 0);
  const { bars, flags, holds, deals } = reading;
  const winks = reading.winks.map((wink) => ({ ...wink, by: watchers(bars, wink) })).sort((a, b) => a.from - b.from);
  const glances = bars
    .filter((bar) => isPlace(bar.sight))
    .map((bar): Sign => ({ ...bar, n: 0, kind: "glance", by: watchers(bars, bar) }));
  return { bars, winks, glances, flags, holds, deals };
}

/** How somebody missed a wink. */
export type Miss =
  | { how: "saw" }
  | { how: "own" }
  | { how: "before" | "after"; by: number } // looked away so many ms before it, or came so many ms after it
  | { how: "elsewhere"; sight: string };

const NEARLY = 5000; // ms: further away than that is elsewhere

export function missed(all: Lanes, wink: Sign, who: number): Miss {
  if (wink.seat === who) return { how: "own" };
  if (wink.by.includes(who)) return { how: "saw" };
  const mine = all.bars.filter((bar) => bar.seat === who);
  const there = mine.filter((bar) => bar.sight === AGENTS[wink.seat]);
  const before = Math.min(...there.filter((bar) => bar.to <= wink.from).map((bar) => wink.from - bar.to));
  const after = Math.min(...there.filter((bar) => bar.from >= wink.to).map((bar) => bar.from - wink.to));
  if (Math.min(before, after) <= NEARLY) return before <= after ? { how: "before", by: before } : { how: "after", by: after };
  return { how: "elsewhere", sight: mine.find((bar) => bar.from <= wink.from && bar.to > wink.from)?.sight ?? CARDS };
}

/** All that can be told beside the board, in the order of time. */
export type Note = Sign | Flag;
export const when = (note: Note): number => ("at" in note ? note.at : note.from);
export const notes = (all: Lanes): Note[] => [...all.winks, ...all.glances, ...all.flags].sort((a, b) => when(a) - when(b));

/** The note that a moment belongs to: the last one that has begun, not long ago. */
export function current(list: readonly Note[], moment: number): number {
  let found = -1;
  for (const [i, note] of list.entries()) if (when(note) <= moment) found = i;
  return found;
}

/** 3:25 */
export const clock = (ms: number): string => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
