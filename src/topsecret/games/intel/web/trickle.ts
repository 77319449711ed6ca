// How the tiles came to where they lie: read from what was told. The board is always drawn as it is; motion only plays how it came to that.
import type { GameEvent, View } from "$lib/game";
import { DIE_WAYS, SPACES } from "./box";
import { KINDS, middle, OFF, outside, type Agent, type Kind, type Point, type Space } from "./things";

export interface Fall {
  n: number;
  kind: Kind;
  number: number;
  from: Point;
  to: Point;
  off: boolean;
  place: Space;
  target: Space | null; // null: off the board
  turned: Space | null; // the blockade that sent it to the other side
  start: number; // ms
}

const ENTERS = 300;
const ROLLS = 110; // ms a die
const FALLS = 420; // ms a colour: its die lights up, its tiles fall
const TAKES = 320;
const READ = 250; // to read the line that tells it
const APART = 40;

/** where the die sends a tile of this kind */
const wayOf = (dice: Record<Kind, number>, kind: Kind): string => DIE_WAYS[(dice[kind] || 1) - 1];

/** The falls of a trickle, colour by colour; `view` is the position after it. */
export function falls(events: readonly GameEvent[], view: View): Fall[] {
  const found: Fall[] = [];
  let start = 0;
  for (const kind of KINDS) {
    const own = events.filter((event) => event.event === "trickled" && event.tile === kind);
    own.sort((a, b) => SPACES[a.place].x - SPACES[b.place].x);
    own.forEach((event, i) => {
      const way = wayOf(view.dice, kind);
      const off = event.target === OFF;
      const beside = SPACES[event.place].beside[way];
      const turned = beside && beside !== event.target ? beside : null; // only a blockade does that
      const went = off && turned ? (way === "SW" ? "SE" : "SW") : way;
      found.push({
        n: event.n, kind, number: event.number, off, turned, place: event.place, start: start + i * APART, target: off ? null : event.target,
        from: middle(event.place), to: off ? outside(event.place, went) : middle(event.target),
      }); // prettier-ignore
    });
    if (own.length) start += FALLS;
  }
  return found;
}

/** the falls of the last trickle, as long as its turn lasts */
export function lastFalls(events: readonly GameEvent[], view: View): Fall[] {
  let first = events.length - 1;
  while (first >= 0 && events[first].event !== "turn_begins" && events[first].event !== "begin") first -= 1;
  return falls(events.slice(first + 1), view);
}

/** When each tile arrives, in ms from the beginning: by space and kind. */
export const arrivals = (all: readonly Fall[]): Map<string, number> => new Map(all.filter((fall) => fall.target).map((fall) => [`${fall.target} ${fall.kind}`, fall.start + 260]));
/** when the trickle is over and agents take what has come to them */
export const ended = (all: readonly Fall[]): number => (all.length ? Math.max(...all.map((fall) => fall.start)) + 300 : 0);
export const takers = (news: readonly GameEvent[]): Set<Agent> => new Set(news.filter((event) => event.event === "took").map((event) => event.agent as Agent));

const OWN = ["spawn", "move", "give", "retire", "pin", "unpin", "block", "lift", "lower", "shift", "journey", "steal", "pay", "back"];

/** how long the pictures of these events take; what I did myself I have seen already */
export function pace(news: readonly GameEvent[], seat: number | null): number {
  if (news.every((event) => event.event === "pay" || event.event === "back")) return 0;
  const own = news.some((event) => event.seat === seat && OWN.includes(event.event));
  let time = own ? 0 : READ;
  const kinds = new Set<Kind>();
  for (const event of news) {
    if (event.event === "entered") return ENTERS;
    if (event.event === "roll") time = ROLLS;
    if (event.event === "trickled") kinds.add(event.tile);
    if (["took", "trapped", "overloaded"].includes(event.event)) time = Math.max(time, TAKES);
  }
  return time + kinds.size * FALLS;
}
