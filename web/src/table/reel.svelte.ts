// Steps are shown one after the other, each for as long as its pictures take. When many of them wait, it goes faster.
import type { GameEvent } from "$lib/game";
import type { Position } from "./positions";

const MANY = 12; // with more steps than this waiting, each is shown for a shorter time

export class Reel {
  /** how many steps wait to be shown */
  behind = $state(0);
  /** the pictures of the newest step still move, or more wait */
  running = $state(false);
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

  /** Shows the newest of what waits at once. */
  hurry(): void {
    const waiting = this.#queue;
    this.clear();
    const last = waiting.at(-1);
    if (!last) return;
    const told = waiting.flatMap((position) => position.news);
    this.show(waiting.length > 1 ? { ...last, news: [] } : last, told);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#queue = [];
    this.behind = 0;
    this.running = false;
  }

  #next(): void {
    this.#timer = 0;
    const position = this.#queue.shift();
    this.behind = this.#queue.length;
    const wait = !position || document.hidden ? 0 : this.pace(position) / Math.max(1, this.#queue.length / MANY);
    this.running = wait > 0 || this.behind > 0;
    if (!position) return;
    this.show(position, position.news);
    this.#timer = window.setTimeout(() => this.#next(), wait);
  }
}
