// What the server keeps for a seat besides its actions: the half-made action and the private notes. A first change is sent at once, more
// of them a moment later, and again after a lost line.
import type { Message } from "$lib/protocol";

type Send = (message: Message) => boolean;

export class Kept<T> {
  value: T = $state.raw() as T;
  #timer = 0;
  #unsent = false;
  #sent = 0;

  constructor(
    readonly empty: T,
    readonly wait: number,
    readonly message: (value: T) => Message,
    readonly send: Send,
  ) {
    this.value = empty;
  }

  /** Changed here. */
  set(value: T): void {
    this.value = value;
    this.#unsent = true;
    clearTimeout(this.#timer);
    const since = performance.now() - this.#sent;
    if (since >= this.wait) this.flush();
    else this.#timer = window.setTimeout(() => this.flush(), this.wait - since);
  }

  /** Told by the server; what was changed here and is not sent yet counts more. */
  heard(value: T): void {
    if (!this.#unsent) this.value = value;
  }

  flush(): void {
    clearTimeout(this.#timer);
    if (!this.#unsent || !this.send(this.message(this.value))) return;
    this.#unsent = false;
    this.#sent = performance.now();
  }

  /** Empty here, because the server has dropped it too. */
  drop(): void {
    clearTimeout(this.#timer);
    this.#unsent = false;
    this.value = this.empty;
  }
}
