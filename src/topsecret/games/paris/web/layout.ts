// Where everything is on the square board, in hundredths of its side: always at the same place.
export interface Spot {
  x: number;
  y: number;
}
export interface Layout {
  faces: readonly Spot[]; // in the order of `others`
  face: number; // how wide a small face is
  lens: Spot & { radius: number };
  slip: number; // how far down
  places: readonly Spot[];
  place: number;
  mine: Spot; // the case while I have it: where no face ever is
}

const HEIGHTS: Record<number, readonly number[]> = { 0: [], 1: [44], 2: [27, 66], 3: [15, 45, 75], 4: [11, 34, 57, 80] };

/** A wide board: the left side from below, then the right side from above, as the case goes. */
function around(count: number): Layout {
  const left = Math.ceil(count / 2);
  const right = count - left;
  const faces = [
    ...[...HEIGHTS[left]].reverse().map((y) => ({ x: 11, y })),
    ...HEIGHTS[right].map((y) => ({ x: 89, y })),
  ];
  const places = [{ x: 38.5, y: 68 }, { x: 61.5, y: 68 }, { x: 38.5, y: 88.5 }, { x: 61.5, y: 88.5 }];
  return { faces, face: left > 3 ? 13 : 15, lens: { x: 50, y: 27, radius: 24.5 }, slip: 55.5, places, place: 19, mine: { x: 25.5, y: 47.5 } };
}

/** A small board: all faces in a row above, the places in a row below. */
function inRows(count: number): Layout {
  const step = 100 / count;
  const faces = Array.from({ length: count }, (_, i) => ({ x: step * (i + 0.5), y: 10.5 }));
  const places = [12.5, 37.5, 62.5, 87.5].map((x) => ({ x, y: 90 }));
  return { faces, face: Math.min(15, step * 0.9), lens: { x: 50, y: 48.5, radius: 25 }, slip: 75.8, places, place: 22, mine: { x: 88, y: 56 } };
}

/** Eyes on one's own cards: further down than anything on the table, so that nobody takes it for a look at whoever watches. */
export const DOWN: readonly [number, number] = [0, 1.5];

export const layout = (count: number, small: boolean): Layout => (small ? inRows(count) : around(count));

/** From the large face to a thing on the board, as the eyes point: -1 to 1 each way. */
export function direction(from: Spot, to: Spot): [number, number] {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(x, y) || 1;
  return [x / far, y / far];
}
