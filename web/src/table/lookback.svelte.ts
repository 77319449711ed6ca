// Looking back: an earlier position is shown for a while, and the live game goes on behind it.
import { settings } from "$lib/settings.svelte";
import type { Known } from "./known";
import type { Position } from "./positions";

const READ_AGAIN = 400; // ms more for each step that is shown again
const BEFORE = 60; // ms for which the position before is shown, so that the step moves

export class Lookback {
  /** the earlier position that is looked at */
  then = $state.raw<Position | null>(null);
  #timer = 0; // of the moves that are shown again

  constructor(
    readonly known: Known,
    /** how long a position is to be seen, in ms */
    readonly pace: (position: Position) => number,
    /** how many events the live game has shown */
    readonly shown: () => number,
  ) {}

  /** Moves are being shown again. */
  get running(): boolean {
    return this.#timer !== 0;
  }

  /** Shows the position that an event speaks of. */
  async at(n: number): Promise<void> {
    this.stop();
    const { all, index } = await this.known.around(n);
    if (index < 0) return;
    const before = all[index - 1];
    if (before && !settings.reducedMotion) {
      this.then = { ...before, news: [] };
      await new Promise((go) => setTimeout(go, BEFORE));
    }
    this.then = all[index];
  }

  /** Shows all that happened from an event on, step by step, and comes back to now. */
  async from(n: number): Promise<void> {
    this.stop();
    const first = await this.known.reach(n);
    if (first < 0) return;
    const step = (index: number) => {
      const position = this.known.all[index];
      if (!position || position.upto > this.shown()) return this.now();
      this.then = position;
      this.#timer = window.setTimeout(step, this.pace(position) + READ_AGAIN, index + 1);
    };
    if (first > 0) this.then = { ...this.known.all[first - 1], news: [] };
    this.#timer = window.setTimeout(step, BEFORE, first);
  }

  now(): void {
    this.stop();
    this.then = null;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
