// Steps are shown one after the other, each for as long as its pictures take. The more of them wait, the faster it goes.
import type { GameEvent } from "$lib/game";
import type { Position } from "./positions";

const CALM = 3; // with more steps than this waiting, each is shown for a shorter time

export class Reel {
  /** how many steps wait to be shown */
  behind = $state(0);
  #queue: Position[] = [];
  #timer = 0;

  constructor(
    /** how long a position is to be seen, in ms */
    readonly pace: (position: Position) => number,
    /** shows a position; `told` is everything since the one before */
    readonly show: (position: Position, told: readonly GameEvent[]) => void,
  ) {}

  add(positions: readonly Position[]): void {
    this.#queue.push(...positions);
    this.behind = this.#queue.length;
    if (document.hidden) this.hurry(); // timers of a hidden page are slow
    else if (!this.#timer) this.#next();
  }

  /** Shows the newest of what waits at once, and lets the next one come without delay. */
  hurry(): void {
    const waiting = this.#queue;
    this.clear();
    const last = waiting.at(-1);
    if (!last) return;
    const told = waiting.flatMap((position) => position.news);
    this.#put(waiting.length > 1 ? { ...last, news: [] } : last, told);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.behind = 0;
  }

  #next(): void {
    this.#timer = 0;
    const position = this.#queue.shift();
    this.behind = this.#queue.length;
    if (position) this.#put(position, position.news);
  }

  #put(position: Position, told: readonly GameEvent[]): void {
    this.show(position, told);
    const wait = document.hidden ? 0 : this.pace(position) / Math.max(1, this.#queue.length / CALM);
    this.#timer = window.setTimeout(() => this.#next(), wait);
  }
}
