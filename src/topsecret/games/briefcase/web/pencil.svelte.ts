// The pencil layer of the notebook: my own marks, kept with this seat's notes on the server. It knows nothing of the exact layer.
import type { TableContext } from "$lib/game";
import type { Piece, Spy } from "./things";

export type Half = "mine" | "theirs";
export type Mark = "" | "x" | "v" | "o"; // nothing, not this one, this one, perhaps
export const MARKS: readonly Mark[] = ["", "x", "v", "o"];
export const TEXT_LENGTH = 4000;
const KEEP_AFTER = 500; // ms without a further change

interface Pad {
  text: string;
  marks: Record<string, Mark>; // by "mine 7 rook"
}

/** Reads notes; whatever was not written by this page is kept as text. */
export function readPad(notes: string): Pad {
  let read: unknown;
  try {
    read = JSON.parse(notes);
  } catch {
    read = null;
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return { text: notes.slice(0, TEXT_LENGTH), marks: {} };
  const { text, marks } = read as Record<string, unknown>;
  const known = Object.entries(marks ?? {}).filter((one): one is [string, Mark] => MARKS.includes(one[1] as Mark) && /^(m|t) \d+ \S+$/.test(one[0]));
  return { text: typeof text === "string" ? text.slice(0, TEXT_LENGTH) : "", marks: Object.fromEntries(known) };
}

const key = (half: Half, spy: Spy, piece: Piece): string => `${half[0]} ${spy} ${piece}`;

export class Pencil {
  pad = $state.raw<Pad>({ text: "", marks: {} });
  #kept: string | null = null; // the notes that the pad was read from or kept as
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: TableContext) {
    this.adopt(table.notes);
  }

  /** Takes over notes that another tab has changed. */
  adopt(notes: string): void {
    if (this.#timer !== undefined || notes === this.#kept) return;
    this.#kept = notes;
    this.pad = readPad(notes);
  }
  #change(pad: Pad): void {
    this.pad = pad;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), KEEP_AFTER);
  }
  keep(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#kept = JSON.stringify(this.pad);
    this.table.setNotes(this.#kept);
  }

  mark(half: Half, spy: Spy, piece: Piece): Mark {
    return this.pad.marks[key(half, spy, piece)] ?? "";
  }
  /** the next mark, round and round */
  turn(half: Half, spy: Spy, piece: Piece): Mark {
    const next = MARKS[(MARKS.indexOf(this.mark(half, spy, piece)) + 1) % MARKS.length];
    const { [key(half, spy, piece)]: _before, ...rest } = this.pad.marks;
    this.#change({ ...this.pad, marks: next ? { ...rest, [key(half, spy, piece)]: next } : rest });
    return next;
  }
  write(text: string): void {
    this.#change({ ...this.pad, text: text.slice(0, TEXT_LENGTH) });
  }
}
