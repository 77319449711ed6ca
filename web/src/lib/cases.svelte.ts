// What this browser keeps of cases: how far one is, which are settled and how long they took. None of it ever leaves the browser.
import { tg } from "./i18n.svelte";
import type { CaseWords } from "./protocol";
import { keep, readKept } from "./settings.svelte";

export const PENALTY = 30_000; // ms, for a wrong answer

export interface Settled {
  ms: number;
  hints: number;
  answer: string[];
  date: string; // the day whose case it was; "": of no day
}
export interface Begun {
  ms: number; // spent so far, with what wrong answers have added
  hints: number;
  notes: string;
}

const SETTLED = "topsecret.cases";
const BEGUN = "topsecret.cases.begun";
const MOST_BEGUN = 30;

export const today = (now = new Date()): string => now.toISOString().slice(0, 10);
export const dayBefore = (date: string, days = 1): string => new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);

class Cases {
  #settled = $state.raw(readKept<Record<string, Settled>>(SETTLED, {}));

  /** by the id of the case; the day's case is settled for its day whichever version made it */
  settled(id: string): Settled | null {
    return this.#settled[id] ?? null;
  }
  settle(id: string, how: Settled): void {
    if (this.#settled[id]) return; // the first time counts
    this.#settled = { ...this.#settled, [id]: how };
    keep(SETTLED, this.#settled);
    const { [id]: _done, ...rest } = readKept<Record<string, Begun>>(BEGUN, {});
    keep(BEGUN, rest);
  }
  /** whether the case of that day, of a game or of any, was settled */
  onDay(date: string, game = ""): Settled | null {
    const found = Object.entries(this.#settled).find(([id, one]) => one.date === date && (!game || id.startsWith(`${game}-`)));
    return found?.[1] ?? null;
  }
  /** Days in a row up to today, with a case of the day settled on each; today may still be open. */
  streak(now = today()): number {
    let count = 0;
    for (let date = this.onDay(now) ? now : dayBefore(now); this.onDay(date); date = dayBefore(date)) count++;
    return count;
  }

  begun(id: string): Begun {
    return readKept<Record<string, Begun>>(BEGUN, {})[id] ?? { ms: 0, hints: 0, notes: "" };
  }
  keepBegun(id: string, begun: Begun): void {
    const { [id]: _before, ...rest } = readKept<Record<string, Begun>>(BEGUN, {});
    keep(BEGUN, Object.fromEntries([...Object.entries(rest).slice(-MOST_BEGUN), [id, begun]]));
  }
}

export const cases = new Cases();

/** A sentence of a case: a parameter that begins with @ is a key itself, `seat 2` is whoever sits there. */
export function caseWords(game: string, says: CaseWords, names: readonly string[] = []): string {
  const name = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(name);
    const seat = /^seat (\d+)$/.exec(String(value));
    if (seat) return names[Number(seat[1])] ?? value;
    return typeof value === "string" && value.startsWith("@") ? tg(game, value.slice(1)) : value;
  };
  return tg(game, says.key, Object.fromEntries(Object.entries(says.params).map(([param, value]) => [param, name(value)])));
}
