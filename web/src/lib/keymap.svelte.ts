// Keys that everybody may choose for themselves, by what they do; kept in this browser.
import { keep, readKept } from "./settings.svelte";

/** What a key does: its name in the map, the usual key, and the key of its words. */
export interface Keyed {
  readonly id: string;
  readonly key: string;
  readonly words: string;
}

export class KeyMap {
  #chosen = $state.raw<Record<string, string>>({});

  constructor(
    /** where it is kept */
    readonly slot: string,
    readonly usual: readonly Keyed[],
  ) {
    this.#chosen = readKept(slot, {});
  }

  /** the key of something, as `KeyboardEvent.key` says it, in small letters */
  keyOf(id: string): string {
    return this.#chosen[id] ?? this.usual.find((one) => one.id === id)!.key;
  }
  /** what a key does */
  idOf(key: string): string | null {
    return this.usual.find((one) => this.keyOf(one.id) === key.toLowerCase())?.id ?? null;
  }
  get changed(): boolean {
    return Object.keys(this.#chosen).length > 0;
  }

  /** Whatever had this key before gets the other one. */
  choose(id: string, key: string): void {
    const [now, wanted] = [this.keyOf(id), key.toLowerCase()];
    const other = this.idOf(wanted);
    this.#set({ ...this.#chosen, ...(other && other !== id ? { [other]: now } : {}), [id]: wanted });
  }
  reset(): void {
    this.#set({});
  }
  #set(chosen: Record<string, string>): void {
    this.#chosen = chosen;
    keep(this.slot, chosen);
  }
}

/** Whether a key can be chosen: one sign, not one that the page needs for itself. */
export const canBeChosen = (key: string): boolean => key.length === 1 && !/[\s?]/.test(key);
