// Whom this browser does not want to hear, table by table. Nobody is told.
import { keep, readKept } from "./settings.svelte";

const KEY = "topsecret.muted";
const MOST = 60; // tables

class Muted {
  #of = $state.raw<Record<string, number[]>>(readKept(KEY, {}));

  has = (code: string, seat: number): boolean => this.#of[code]?.includes(seat) ?? false;

  set(code: string, seat: number, on: boolean): void {
    const rest = (this.#of[code] ?? []).filter((one) => one !== seat);
    const { [code]: _, ...others } = this.#of;
    const all = { ...others, [code]: on ? [...rest, seat] : rest };
    this.#of = Object.fromEntries(Object.entries(all).filter(([, seats]) => seats.length).slice(-MOST));
    keep(KEY, this.#of);
  }
}

export const muted = new Muted();
