// Where things lie on the board: a square of 1000 by 1000, the track around it, twelve lots in a ring.
import { FINISH, at, type Agent, type Building } from "./things";

export const TRACK = 64;
export const LOT = (1000 - 2 * TRACK) / 4;
const FIELD = (1000 - 2 * TRACK) / 10;

export interface Point {
  x: number;
  y: number;
}

/** the upper left corner of a lot */
export function lot(building: Building): Point {
  const i = at(building);
  const [column, row] = i < 4 ? [i, 0] : i < 7 ? [3, i - 3] : i < 10 ? [9 - i, 3] : [0, 12 - i];
  return { x: TRACK + column * LOT, y: TRACK + row * LOT };
}

/** where the street passes a building: two that are next to each other differ in x or in y only */
export function street(building: Building): Point {
  const { x, y } = lot(building);
  return { x: x + LOT / 2 + 30, y: y + LOT - 3 };
}

/** the lot that a point lies in, or the nearest */
export function nearest(buildings: readonly Building[], point: Point): Building {
  const far = (building: Building) => {
    const { x, y } = lot(building);
    return Math.hypot(x + LOT / 2 - point.x, y + LOT / 2 - point.y);
  };
  return buildings.reduce((best, building) => (far(building) < far(best) ? building : best));
}

/** the feet of the k-th of n agents in a building: a crowd stands in two rows; the safe takes a part of the room */
export function feet(building: Building, k: number, n: number, safeHere: boolean): Point {
  const { x, y } = lot(building);
  const behind = n > 4 ? Math.floor(n / 2) : 0;
  const [place, row] = k < behind ? [k, behind] : [k - behind, n - behind];
  const left = 60;
  const right = safeHere ? LOT - 46 : LOT - 6;
  const gap = Math.min(56, (right - left - 44) / Math.max(1, row - 1));
  const shift = (place - (row - 1) / 2) * gap + (k < behind && row === n - behind ? gap / 2 : 0);
  return { x: x + (left + right) / 2 + shift, y: y + LOT - (k < behind ? 62 : 12) };
}

export const safePoint = (building: Building): Point => {
  const { x, y } = lot(building);
  return { x: x + LOT - 38, y: y + LOT - 40 };
};

/** a field of the scoring track: centre, width, height */
export function field(i: number): Point & { w: number; h: number } {
  const near = TRACK / 2;
  const far = 1000 - near;
  const along = (k: number) => TRACK + (k - 0.5) * FIELD;
  const corner = { w: TRACK, h: TRACK };
  if (i === 0) return { x: near, y: near, ...corner };
  if (i < 11) return { x: along(i), y: near, w: FIELD, h: TRACK };
  if (i === 11) return { x: far, y: near, ...corner };
  if (i < 22) return { x: far, y: along(i - 11), w: TRACK, h: FIELD };
  if (i === 22) return { x: far, y: far, ...corner };
  if (i < 33) return { x: 1000 - along(i - 22), y: far, w: FIELD, h: TRACK };
  if (i === 33) return { x: near, y: far, ...corner };
  return { x: near, y: 1000 - along(i - 33), w: TRACK, h: FIELD };
}

/** the field on which a marker is shown: beyond the finish it stays there, with its number */
export const shownOn = (marker: number): number => Math.min(marker, FINISH);

export interface Marker extends Point {
  agent: Agent;
  size: number;
  ghost: boolean;
  value: number;
}

/** all markers, those of a field side by side; ghosts show where a marker would stand */
export function markers(stand: Record<Agent, number>, ghosts: Record<Agent, number>): Marker[] {
  const fields = new Map<number, [Agent, number, boolean][]>();
  const add = (agent: Agent, value: number, ghost: boolean) => {
    const i = shownOn(value);
    fields.set(i, [...(fields.get(i) ?? []), [agent, value, ghost]]);
  };
  for (const agent in stand) add(agent, stand[agent], false);
  for (const agent in ghosts) add(agent, ghosts[agent], true);
  const placed: Marker[] = [];
  for (const [i, here] of fields) {
    const { x, y, w, h } = field(i);
    const n = here.length;
    if (here.some(([, value]) => value > FINISH)) {
      // at the finish and beyond: one below the other, each with its number
      const row = Math.min(29, (h - 8) / n);
      const top = n < 3 ? y + h / 2 - 4 - row * n : y - (row * n) / 2;
      here.forEach(([agent, value, ghost], k) => placed.push({ agent, value, ghost, size: row / 29, x: x - 15, y: top + row * (k + 0.5) }));
      continue;
    }
    const columns = n === 1 ? 1 : w > h ? Math.min(n, n > 4 ? 4 : n > 2 ? 3 : 2) : w < h ? (n > 6 ? 3 : n > 3 ? 2 : 1) : n > 4 ? 3 : 2;
    const rows = Math.ceil(n / columns);
    const room = { w: w - 6, h: n === 1 ? h - 6 : h - 10 };
    const size = Math.min(1.4, room.w / columns / 27, room.h / rows / 27);
    here.forEach(([agent, value, ghost], k) => {
      const inRow = Math.min(columns, n - Math.floor(k / columns) * columns);
      const dx = ((k % columns) - (inRow - 1) / 2) * (room.w / columns);
      const dy = (Math.floor(k / columns) - (rows - 1) / 2) * (room.h / rows);
      const shift = n === 1 ? (w > h ? { x: 14, y: 6 } : w < h ? { x: 6, y: 10 } : { x: 8, y: 8 }) : w < h && columns === 1 ? { x: 10, y: 2 } : { x: 0, y: w > h ? 8 : 3 };
      placed.push({ agent, value, ghost, size, x: x + dx + shift.x, y: y + dy + shift.y });
    });
  }
  return placed;
}

/** the way along the street, building by building */
export function route(from: Building, steps: number, shift = 0): Point[] {
  const ring = ["church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins"];
  const points: Point[] = [];
  for (let k = 0; k <= Math.abs(steps); k++) {
    const { x, y } = street(ring[(at(from) + (steps < 0 ? -k : k) + 24) % 12]);
    points.push({ x: x + 2 * shift, y: y + shift });
  }
  return points;
}

export const line = (points: readonly Point[]): string => points.map(({ x, y }, i) => `${i ? "L" : "M"}${x} ${y}`).join("");
