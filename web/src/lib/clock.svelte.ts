// The table's time in this page, from the server's pongs; the quickest of the recent ones is the truest.
const RECENT = 8;

/** How far the table's time was ahead of the page's, and after how long a way that was heard. */
interface Trip {
  ahead: number;
  trip: number;
}

export class TableClock {
  /** how long, in ms, the line takes one way */
  lag = $state<number | null>(null);
  #trips: Trip[] = [];
  #held: number | null = null; // the table stands still, at this time

  /** A time of the table, just heard, after a way there and back of so many ms. */
  heard(now: number, trip: number): void {
    if (this.#held !== null) this.#held = now;
    this.#trips = [...this.#trips, { ahead: now + trip / 2 - performance.now(), trip }].slice(-RECENT);
    this.lag = Math.round(this.#best!.trip / 2);
  }

  /** After a lost line: what was measured before says nothing, the table may have stood still. */
  begin(now: number): void {
    this.#trips = [{ ahead: now - performance.now(), trip: Infinity }];
  }

  /** The table's time stands still, or goes on from where it stood. */
  hold(still: boolean): void {
    if (still === (this.#held !== null)) return;
    const now = this.now();
    this.#held = still ? now : null;
    if (!still) this.begin(now);
  }

  get #best() {
    return this.#trips.reduce<Trip | null>((best, one) => (best && best.trip <= one.trip ? best : one), null);
  }

  now(): number {
    return this.#held ?? performance.now() + (this.#best?.ahead ?? 0);
  }
}
