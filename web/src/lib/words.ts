// Sentences from codes, as `kernel/words.py` makes them: a key may have variants that fit better (`.hidden`, `.points=0`).
import type { GameEvent } from "./game";
import type { GameInfo } from "./protocol";

export type Strings = Record<string, string>;

/** The key, or the variant of it that fits these parameters best. */
export function variant(strings: Strings, key: string, params: Record<string, unknown>): string {
  const found = Object.values(params).includes(null) ? [`${key}.hidden`] : [];
  for (const [name, value] of Object.entries(params))
    if (typeof value === "string" || typeof value === "number") found.push(`${key}.${name}=${value}`);
    else if (typeof value === "boolean") found.push(`${key}.${name}=${value ? 1 : 0}`);
  return found.find((one) => one in strings) ?? key;
}

/** A pattern cut at its `{parameters}`: texts at even places, names at odd ones. */
export const cut = (pattern: string): string[] => pattern.split(/\{(\w+)\}/);

export function fill(pattern: string, params: Record<string, unknown>): string {
  return cut(pattern)
    .map((part, i) => (i % 2 ? plain(params[part]) : part))
    .join("");
}

export function plain(value: unknown): string {
  if (value === null || value === undefined) return "?";
  if (Array.isArray(value)) return value.map(plain).join(", ");
  return String(value);
}

/** A piece of a sentence of the log: words, a seat, or something that has a sign of its own. */
export type Piece = { text: string } | { text: string; seat: number } | { text: string; kind: string; value: string };

/** Everything that is needed to put the events of one table into words. */
export interface Speaker {
  strings: Strings;
  game: Pick<GameInfo, "params" | "names"> | null;
  names: readonly string[];
  /** the seat of whoever reads: of it is told as "you", where the game has words for that (`board.mine.<family>`) */
  me?: number | null;
  /** the seat that a name stands for, where the game says so */
  seatOf?: (kind: string, value: string) => number | null;
  /** own secrets stay covered: an event that hides something from others is told as others hear it */
  covered?: boolean;
}

/** What a member of some names, given as the wire gives it, is called. */
export function nameOf(speaker: Speaker, kind: string, value: unknown): string {
  const seat = /^seat (\d+)$/.exec(String(value));
  if (seat && speaker.names[+seat[1]]) return speaker.names[+seat[1]];
  const member = speaker.game?.names?.[kind]?.[String(value)] ?? String(value).toLowerCase().replace(/[^a-z0-9]+/g, "_");
  return speaker.strings[`${kind}.${member}.name`] ?? speaker.strings[`${kind}.${member}`] ?? plain(value);
}

/** Whether an event is about whoever reads: whose seat is the one that it names. */
function isMine({ me = null }: Speaker, params: Record<string, unknown>, kinds: Record<string, string>): boolean {
  const seats = ["seat", ...Object.keys(kinds).filter((param) => kinds[param] === "seat")].map((param) => params[param]);
  return me !== null && seats.find((seat) => seat !== undefined) === me;
}

/** An event as pieces of a sentence; `form` asks for other words where there are some (`<form>.<family>`). */
export function tellPieces(speaker: Speaker, event: GameEvent, form = ""): Piece[] {
  const { event: family, n: _n, at: _at, ...params } = event;
  const kinds = speaker.game?.params[family] ?? {};
  const keys = [`${form}.${family}`, `event.${family}`];
  if (isMine(speaker, params, kinds)) keys.unshift(form ? `${form}.mine.${family}` : `board.mine.${family}`);
  const key = keys.find((one) => one in speaker.strings) ?? keys[keys.length - 1];
  const hidden = speaker.covered ? (speaker.strings[`${key}.hidden`] ?? speaker.strings[`event.${family}.hidden`]) : undefined;
  const pattern = hidden ?? speaker.strings[variant(speaker.strings, key, params)];
  if (pattern === undefined) return [{ text: capital(family.replaceAll("_", " ")) }];
  const pieces = cut(pattern).flatMap((part, i) => (i % 2 ? spell(speaker, part, params[part], kinds[part]) : part ? [{ text: part }] : []));
  if (pieces.length) pieces[0] = { ...pieces[0], text: capital(pieces[0].text) };
  return pieces;
}

export const tell = (speaker: Speaker, event: GameEvent): string =>
  tellPieces(speaker, event)
    .map((piece) => piece.text)
    .join("");

/** What a bot said of a decision: `why.<key>`, where a name is of the kind that its parameter is called, and an action an event. */
export function reason(speaker: Speaker, [key, params]: readonly [string, Record<string, any>]): string {
  const pattern = speaker.strings[variant(speaker.strings, `why.${key}`, params)];
  if (pattern === undefined) return capital(key.replaceAll("_", " "));
  const one = (param: string): string => {
    const value = params[param];
    if (param === "seat") return speaker.names[value] ?? plain(value);
    if (value?.event) return tell(speaker, { ...value, n: 0, at: 0 });
    return typeof value === "string" ? nameOf(speaker, param, value) : plain(value);
  };
  return cut(pattern)
    .map((part, i) => (i % 2 ? one(part) : part))
    .join("");
}

function spell(speaker: Speaker, param: string, value: any, what = "plain"): Piece[] {
  if (value === null || value === undefined) return [{ text: "?" }];
  const [sort, kind] = what.split(":");
  if (sort === "seat" || (param === "seat" && typeof value === "number"))
    return [{ text: speaker.names[value] ?? plain(value), seat: value }];
  const one = (item: unknown): Piece => {
    const seat = speaker.seatOf?.(kind, String(item)) ?? null;
    return { text: seat === null ? nameOf(speaker, kind, item) : (speaker.names[seat] ?? plain(item)), kind, value: String(item) };
  };
  if (sort === "names") return [one(value)];
  if (sort === "list") return between((value as unknown[]).map((item) => [one(item)]));
  if (sort === "spread") return between(Object.entries(value).map(([item, points]) => [one(item), { text: ` +${points}` }]));
  return [{ text: plain(value) }];
}

const between = (groups: Piece[][]): Piece[] => groups.flatMap((group, i) => (i ? [{ text: ", " }, ...group] : group));

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
