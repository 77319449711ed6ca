// The exact layer of the notebook, as the server works it out from what this seat has seen (B9.1): asked for once in each position. Two
// halves: mine, and what my opponent can know of theirs.
import { isRefusal, type TableContext } from "$lib/game";
import type { Chance } from "./odds";
import type { Half } from "./pencil.svelte";
import { readLine, type Piece, type Side, type Spy, type Square } from "./things";

/** how likely a spy is a piece, from above 0 to 1; a piece that is out is not there */
export type Row = Readonly<Record<Piece, number>>;

interface Counted {
  of: number;
  spies: Record<Spy, Record<Piece, number>>;
}
interface Counts {
  of: number;
  lines: Record<string, { least: number; most: number; truly: boolean | null }>;
}
interface Book {
  at: object; // the view that it was worked out for
  halves: Record<Half, Counted>;
}

export class Notebook {
  #book = $state.raw<Book | null>(null);
  #lines = $state.raw<Record<string, ReadonlyMap<Square, Chance>>>({}); // by "mine 7", "theirs 7"
  #why = $state.raw<Record<string, readonly Piece[][]>>({});
  #at: object | null = null;

  constructor(
    readonly table: TableContext,
    readonly eyes: () => Side | null,
  ) {}

  side(half: Half): Side {
    const mine = this.eyes() ?? 0;
    return half === "mine" ? mine : mine === 0 ? 1 : 0;
  }
  /** whether this table works it out, for somebody who plays and looks at now */
  get open(): boolean {
    return this.table.view.notebook === "assisted" && this.table.seat !== null && !this.table.past && !this.table.over;
  }

  /** Asks what is needed for the position that is shown: the book if it lies open, the lines of a spy, the reasons of a row. */
  async read(wanted: { book: boolean; lines: string | null; why: string | null }): Promise<void> {
    const at = this.table.view;
    if (this.#at !== at) {
      this.#at = at;
      this.#lines = {};
      this.#why = {};
    }
    if (!this.open) return;
    const [book, lines, why] = await Promise.all([
      wanted.book ? this.table.help<Record<Half, Counted>>("notebook") : null,
      wanted.lines ? this.table.help<Counts>("lines", wanted.lines) : null,
      wanted.why ? this.table.help<Piece[][]>("why", wanted.why) : null,
    ]);
    if (this.#at !== at) return;
    if (book && !isRefusal(book)) this.#book = { at, halves: book.found };
    if (lines && wanted.lines && !isRefusal(lines)) this.#lines = { ...this.#lines, [wanted.lines]: chances(lines.found) };
    if (why && wanted.why && !isRefusal(why)) this.#why = { ...this.#why, [wanted.why]: why.found };
  }

  /** A row of the exact layer. Where nothing is worked out (a replay, an earlier position) what can be and what cannot, without numbers. */
  row(half: Half, spy: Spy): Row | null {
    const counted = this.#book?.at === this.table.view ? this.#book.halves[half] : null;
    if (counted) return Object.fromEntries(Object.entries(counted.spies[spy] ?? {}).map(([piece, ways]) => [piece, ways / counted.of]));
    const can = this.table.view.can_be?.[this.side(half)]?.[spy] as Piece[] | null;
    return can && Object.fromEntries(can.map((piece) => [piece, can.length === 1 ? 1 : NaN]));
  }
  half(side: Side): Half {
    return side === this.side("mine") ? "mine" : "theirs";
  }
  /** where a spy could be announced to, with the chance of a yes as its owner can know it */
  lines(side: Side, spy: Spy): ReadonlyMap<Square, Chance> | null {
    return this.open ? (this.#lines[`${this.half(side)} ${spy}`] ?? null) : null;
  }
  /** for each answer about a spy, in their order: the pieces that it rules out */
  why(half: Half, spy: Spy): readonly Piece[][] | null {
    return this.open ? (this.#why[`${half} ${spy}`] ?? null) : null;
  }
}

function chances({ of, lines }: Counts): Map<Square, Chance> {
  const found = new Map<Square, Chance>();
  for (const [line, { least, most, truly }] of Object.entries(lines)) {
    const to = readLine(line)?.to;
    if (to) found.set(to, { least: least / of, most: most / of, truly });
  }
  return found;
}
