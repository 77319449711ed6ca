// What the server keeps for a seat besides its actions: the half-made action and the private notes. A change is sent at once, further
// ones at most every so often, and all of it again after a lost line: a page that goes away loses nothing.
import type { Message } from "$lib/protocol";

const UNSURE = 3000; // ms for which it is not certain that something sent was kept

type Send = (message: Message) => boolean;

export class Kept<T> {
  value: T = $state.raw() as T;
  #timer = 0; // runs for a while after something was sent
  #unsent = false;
  #sentAt = 0;

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
    if (!this.#timer) this.#sendAndWait();
  }

  #sendAndWait(): void {
    this.flush();
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      if (this.#unsent) this.#sendAndWait();
    }, this.wait);
  }

  /** Told by the server; what was changed here and is not sent yet counts more. */
  heard(value: T): void {
    if (!this.#unsent) this.value = value;
  }

  /** Sends now what was not sent yet. */
  flush(): void {
    if (!this.#unsent || !this.send(this.message(this.value))) return;
    this.#unsent = false;
    this.#sentAt = Date.now();
  }

  /** The line is lost: what was sent just before may not have come through, and is sent again. */
  lost(): void {
    if (Date.now() - this.#sentAt < UNSURE) this.#unsent = true;
  }

  /** Empty here, because the server has dropped it too. */
  drop(): void {
    this.#unsent = false;
    this.#sentAt = 0;
    this.value = this.empty;
  }
}
