// Where everybody sits around the table, and where the places lie: all around for the reel; on a big screen the lamp hangs above the table,
// what is said stands at its upper left, the piles and the way in at its lower corners, and nobody sits there.
import type { Spot } from "./layout";

export interface Seating {
  radius: number; // of a face
  faces: readonly Spot[]; // by seat, as the case goes
  places: readonly Spot[];
  place: number; // how wide the picture of a place is
  table: Spot & { wide: number; high: number };
  tower: number; // how far to the right, where nobody hides it
}
export type Arrange = (width: number, height: number, seats: number) => Seating;

const inARow = (x: number, y: number, step: number): Spot[] => [-1.5, -0.5, 0.5, 1.5].map((n) => ({ x: x + n * step, y }));

export const allAround: Arrange = (width, height, seats) => {
  const radius = Math.min(height * 0.125, width * 0.085);
  const [x, y] = [width / 2, height / 2 - radius * 0.15];
  const faces = Array.from({ length: seats }, (_, seat): Spot => {
    const angle = ((-90 + 180 / seats + (360 / seats) * seat) * Math.PI) / 180;
    return { x: x + (width / 2 - radius * 1.75) * Math.cos(angle), y: y + (height / 2 - radius * 1.32) * Math.sin(angle) };
  });
  const place = Math.min(width * 0.11, height * 0.2);
  return { radius, faces, place, places: inARow(x, y + height * 0.1, place * 1.12), table: { x, y: y + radius * 0.39, wide: width / 2 - radius * 2.15, high: height / 2 - radius * 1.6 }, tower: width / 2 };
};

/** The right half from above, in hundredths of the screen; the left half is its mirror. Whoever is at 50 sits at the lower end. */
const RIGHT: Record<number, readonly (readonly [number, number])[]> = {
  3: [[88, 52], [50, 81]],
  4: [[87, 45], [69, 80]],
  5: [[85, 40], [74, 80], [50, 81]],
  6: [[83.4, 35.5], [89.4, 58], [66, 80]],
  7: [[83.4, 35.5], [89.4, 58], [74.5, 80], [50, 81]],
  8: [[83.4, 35.5], [89.4, 58], [75, 80], [58.5, 81]],
};
const CROWD = 6; // so many have smaller faces

export const underTheLamp: Arrange = (width, height, seats) => {
  const right = RIGHT[seats];
  const left = right.filter(([x]) => x !== 50).map(([x, y]) => [100 - x, y] as const);
  const faces = [...right, ...left.reverse()].map(([x, y]) => ({ x: (x * width) / 100, y: (y * height) / 100 }));
  const radius = Math.min(height * (seats < CROWD ? 0.105 : 0.092), width * 0.06);
  const place = Math.min(width * 0.1, height * 0.18);
  return { radius, faces, place, places: inARow(width / 2, height * 0.585, place * 1.1), table: { x: width / 2, y: height * 0.66, wide: width * 0.36, high: height * 0.3 }, tower: width * 0.27 };
};

/** The face in the lamp. */
export const inTheLamp = (width: number, height: number): Spot & { radius: number } => ({ x: width / 2, y: height * 0.25, radius: Math.min(height * 0.13, width * 0.1) });
