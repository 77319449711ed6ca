// The words of the board: squares, lines, spies, and where each of them is drawn. What is possible is never decided here.
import type { Action, GameEvent, Say, TableContext, View } from "$lib/game";
import { FILES, RANKS, SPIES, WAYS } from "./box";

export { FILES, SPIES };
export const SIZE = RANKS;

export type Square = string; // "d4", as the wire writes it
export type Spy = string; // "1" to "13"
export type Side = 0 | 1;
export type Piece = string;
export type Manner = "move" | "carry" | "push";

export const OFF = "off";
export const SIDES: readonly Side[] = [0, 1];

/** file and rank, from 0 */
export const where = (square: Square): [number, number] => [FILES.indexOf(square[0]), Number(square.slice(1)) - 1];
export const squareAt = (file: number, rank: number): Square | null =>
  file >= 0 && rank >= 0 && file < SIZE && rank < SIZE ? FILES[file] + (rank + 1) : null;
/** "D4", as people write it */
export const said = (square: Square): string => square.toUpperCase();

export interface Line {
  from: Square;
  to: Square;
}

/** `d4 NE 2` or `d4 push NE 2` as the squares at its ends */
export function readLine(text: string): Line | null {
  const found = /^([a-k]\d+) (?:push )?([NESW]+) (\d+)$/.exec(text ?? "");
  if (!found) return null;
  const [file, rank] = where(found[1]);
  const [east, north] = WAYS[found[2]];
  const to = squareAt(file + east * Number(found[3]), rank + north * Number(found[3]));
  return to === null ? null : { from: found[1], to };
}

/** how the wire writes the line between two squares; null if it is not straight */
export function writeLine(from: Square, to: Square, manner: Manner): string | null {
  const [[a, b], [c, d]] = [where(from), where(to)];
  const far = Math.max(Math.abs(c - a), Math.abs(d - b));
  const way = Object.keys(WAYS).find((one) => a + WAYS[one][0] * far === c && b + WAYS[one][1] * far === d);
  return far && way ? `${from} ${manner === "push" ? "push " : ""}${way} ${far}` : null;
}

export const isAnnouncement = (action: Action): boolean => ["move", "carry", "push"].includes(action.action);

// who stands where

export interface Standing {
  side: Side;
  spy: Spy;
  square: Square;
}

/** the spies of a side, on the board or off it: as many as pieces were dealt */
export const spiesInPlay = (view: View): Spy[] => SPIES.slice(0, view.dealt);

export const standing = (view: View): Standing[] =>
  SIDES.flatMap((side) => SPIES.filter((spy) => view.place[side][spy] !== OFF).map((spy) => ({ side, spy, square: view.place[side][spy] as Square })));

export function standsOn(view: View, square: Square): Standing | null {
  for (const side of SIDES) for (const spy of SPIES) if (view.place[side][spy] === square) return { side, spy, square };
  return null;
}

/** through whose eyes: a side, or null for somebody who watches or for everything open */
export const eyesOf = (table: TableContext): Side | null => {
  const who = table.seat ?? table.view.viewer;
  return who === 0 || who === 1 ? who : null;
};

/** the piece of a spy, where these eyes know it */
export function pieceOf(view: View, side: Side, spy: Spy): Piece | null {
  const piece = view.piece[side][spy];
  return piece && piece !== "none" ? piece : null;
}

export const holder = (view: View): Standing | null => standsOn(view, view.briefcase);

// where it is drawn: the board's own picture is 786 units wide

export const CELL = 66;
export const EDGE = 30;
export const BOARD = SIZE * CELL + 2 * EDGE;

export interface Point {
  x: number;
  y: number;
}

/** column and row on the screen, from 0 at the upper left; Red sees the board turned by 180 degrees */
export function drawnAt(square: Square, eyes: Side | null): [number, number] {
  const [file, rank] = where(square);
  return eyes === 1 ? [SIZE - 1 - file, rank] : [file, SIZE - 1 - rank];
}
export function squareDrawnAt(column: number, row: number, eyes: Side | null): Square | null {
  return eyes === 1 ? squareAt(SIZE - 1 - column, row) : squareAt(column, SIZE - 1 - row);
}
export function middle(square: Square, eyes: Side | null): Point {
  const [column, row] = drawnAt(square, eyes);
  return { x: EDGE + column * CELL + CELL / 2, y: EDGE + row * CELL + CELL / 2 };
}

// words

export const pieceKey = (piece: Piece): string => (piece === "?" ? "double_agent" : piece);
export const pieceName = (t: Say, piece: Piece): string => t(`piece.${pieceKey(piece)}`);
export const sideName = (t: Say, side: Side): string => t(`board.side.${side}`);
export const orderKey = (order: string): string => order.replaceAll(" ", "_");

/** A sentence as people write squares and lines: D4, D4–F6. */
export const readable = (sentence: string): string =>
  sentence
    .replace(/\b[a-k]\d+ (?:push )?[NESW]{1,2} \d+\b/g, (text) => {
      const line = readLine(text);
      return line ? `${said(line.from)}–${said(line.to)}` : text;
    })
    .replace(/\b[a-k](?:1[01]|[1-9])\b/g, said);

/** the last answer in what led to this position, if it was one */
export const lastAnswer = (events: readonly GameEvent[]): GameEvent | null => [...events].reverse().find((event) => event.event === "answered") ?? null;
