// A match in real time that runs again: its clock, its speed, and whose eyes.
import type { ReelContext, Told } from "$lib/game";
import type { Thought } from "$lib/protocol";
import type { ReplayTable } from "./replayed.svelte";

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;

export class Projector implements ReelContext {
  moment = $state(0);
  playing = $state(false);
  speed = $state<number>(1);
  #told = $derived.by<Told>(() => ({ first: this.table.replay.first, events: this.table.log }));

  constructor(
    readonly table: ReplayTable,
    readonly open: Told | null,
    readonly me: number | null,
    readonly through: (eyes: string) => void,
  ) {}

  get eyes(): string {
    return this.table.replay.eyes;
  }
  get told(): Told {
    return this.#told;
  }
  /** What a bot thought last, of all that these eyes may know of it; null before the first of them. */
  get thought(): Thought | null {
    const { events } = this.told;
    return this.table.replay.thoughts.filter((one) => (events[one.n - 1]?.at ?? 0) <= this.moment).at(-1) ?? null;
  }
  get end(): number {
    return (this.open ?? this.told).events.at(-1)?.at ?? 0;
  }

  seek = (moment: number): void => {
    this.moment = Math.max(0, Math.min(this.end, moment));
    this.table.seek(this.moment);
  };
  /** To the next thing that these eyes were told of, or to the one before. */
  step(direction: 1 | -1): void {
    this.playing = false;
    const times = this.told.events.map((event) => event.at as number);
    const next = direction > 0 ? times.find((at) => at > this.moment) : times.filter((at) => at < this.moment).at(-1);
    this.seek(next ?? (direction > 0 ? this.end : 0));
  }
  play(): void {
    if (!this.playing && this.moment >= this.end) this.seek(0);
    this.playing = !this.playing;
  }
  /** Runs as long as it plays; the function stops it. */
  run(): () => void {
    let last = performance.now();
    let frame = 0;
    const go = (now: number) => {
      this.seek(this.moment + Math.min(250, now - last) * this.speed);
      last = now;
      if (this.moment >= this.end) this.playing = false;
      else frame = requestAnimationFrame(go);
    };
    frame = requestAnimationFrame(go);
    return () => cancelAnimationFrame(frame);
  }
}
