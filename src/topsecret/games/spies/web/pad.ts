// The private notes of a seat as this game keeps them: a text about everything, a line and a guess for each agent.
import type { View } from "$lib/game";

export interface Pad {
  text: string;
  note: Record<string, string>; // by agent
  guess: Record<string, string>; // by agent: "free" or "seat 2"
}

export const NOTE_LENGTH = 120;
export const TEXT_LENGTH = 4000;
const MOST = 8000; // characters that are kept

const isGuess = (value: unknown): value is string => typeof value === "string" && /^(free|seat \d)$/.test(value);

/** Reads notes; whatever was not written by this page is kept as text. */
export function readPad(notes: string): Pad {
  const pad: Pad = { text: "", note: {}, guess: {} };
  let read: unknown;
  try {
    read = JSON.parse(notes);
  } catch {
    return { ...pad, text: notes.slice(0, TEXT_LENGTH) };
  }
  if (typeof read !== "object" || read === null || Array.isArray(read)) return { ...pad, text: notes.slice(0, TEXT_LENGTH) };
  const { text, note, guess } = read as Record<string, unknown>;
  if (typeof text === "string") pad.text = text.slice(0, TEXT_LENGTH);
  for (const [agent, line] of Object.entries(note ?? {})) if (typeof line === "string") pad.note[agent] = line.slice(0, NOTE_LENGTH);
  for (const [agent, who] of Object.entries(guess ?? {})) if (isGuess(who)) pad.guess[agent] = who;
  return pad;
}

/** Never longer than may be kept: the end of the text goes first. */
export function writePad(pad: Pad): string {
  let text = pad.text;
  for (;;) {
    const written = JSON.stringify({ ...pad, text });
    if (written.length <= MOST || !text) return written;
    text = text.slice(0, Math.max(0, text.length - (written.length - MOST)));
  }
}

/** S7.2: a name stands at most once: written elsewhere, it is taken from where it stood. "" takes the entry back. */
export function withGuess(guess: Record<string, string>, agent: string, who: string): Record<string, string> {
  const rest = Object.entries(guess).filter(([other, name]) => other !== agent && (name !== who || name === "free"));
  return Object.fromEntries(who ? [...rest, [agent, who]] : rest);
}

/** The entries of a seat as the rules have them. */
export function entriesOf(view: View, seat: number): Record<string, string> {
  const entries = Object.entries((view.guess?.[seat] ?? {}) as Record<string, string | null>);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => isGuess(entry[1])));
}
