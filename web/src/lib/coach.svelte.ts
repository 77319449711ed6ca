// When the coach speaks: in the first match of a game, each sentence on two of my turns at most. Who sends it away or calls it back is
// obeyed. It is remembered in this browser only.
import { keep, readKept } from "./settings.svelte";

const KEY = "topsecret.coach";
const TIMES = 2; // a sentence is not needed any more after so many turns

interface Kept {
  heard: Record<string, number>; // how often each sentence was acted upon
  wish: "" | "on" | "off"; // called back, or sent away
  played: boolean; // a match was played to its end
}
const FRESH: Kept = { heard: {}, wish: "", played: false };

class Coach {
  #kept = $state.raw<Record<string, Kept>>(readKept(KEY, {}));

  #of(game: string): Kept {
    return { ...FRESH, ...this.#kept[game] };
  }
  #set(game: string, change: Partial<Kept>): void {
    this.#kept = { ...this.#kept, [game]: { ...this.#of(game), ...change } };
    keep(KEY, this.#kept);
  }

  isOn(game: string): boolean {
    const { wish, played } = this.#of(game);
    return wish === "on" || (wish === "" && !played);
  }
  /** Whether this sentence is still needed. */
  speaks(game: string, word: string): boolean {
    const { wish, heard } = this.#of(game);
    return this.isOn(game) && (wish === "on" || (heard[word] ?? 0) < TIMES);
  }
  heard(game: string, word: string): void {
    const { heard } = this.#of(game);
    this.#set(game, { heard: { ...heard, [word]: (heard[word] ?? 0) + 1 } });
  }
  finished(game: string): void {
    if (!this.#of(game).played) this.#set(game, { played: true });
  }
  turn(game: string, on: boolean): void {
    this.#set(game, { wish: on ? "on" : "off" });
  }
}

export const coach = new Coach();
