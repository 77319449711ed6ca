// The tables at which this browser holds a seat, and the commitments it saw while they ran.
import { keep, readKept } from "./settings.svelte";

export interface Mine {
  code: string;
  seat: number;
  game: string;
  at: number;
  over?: boolean;
}

const TABLES = "topsecret.tables";
const SEEN = "topsecret.commitments";
const WON = "topsecret.won";
const MOST = 200;

export const myTables = (): Mine[] => readKept<Mine[]>(TABLES, []);

export function remember(mine: Omit<Mine, "at">): void {
  const rest = myTables().filter((one) => one.code !== mine.code);
  keep(TABLES, [{ ...mine, at: Date.now() }, ...rest].slice(0, MOST));
}

/** The match is over: it need not be asked about again. */
export function rememberOver(code: string): void {
  keep(TABLES, myTables().map((one) => (one.code === code ? { ...one, over: true } : one)));
}

export function forget(code: string): void {
  keep(TABLES, myTables().filter((one) => one.code !== code));
}

/** The commitment that this browser was shown while the table ran, for the check at the end. */
export const seenCommitment = (code: string): string | undefined => readKept<Record<string, string>>(SEEN, {})[code];

export function rememberCommitment(code: string, commitment: string): void {
  const seen = readKept<Record<string, string>>(SEEN, {});
  if (!commitment || seen[code]) return; // the first one counts
  const kept = Object.entries(seen).slice(-200);
  keep(SEEN, Object.fromEntries([...kept, [code, commitment]]));
}

/** Whether a match of this game against bots was won in this browser: from then on the strong ones are offered. */
export const hasWon = (game: string): boolean => readKept<string[]>(WON, []).includes(game);

export function rememberWon(game: string): void {
  if (!hasWon(game)) keep(WON, [...readKept<string[]>(WON, []), game]);
}
