// Which lessons were done in this browser. It is kept here and nowhere else.
import { keep, readKept } from "$lib/settings.svelte";
import type { GameInfo } from "$lib/protocol";

const KEY = "topsecret.lessons";

class Progress {
  #done = $state.raw<Record<string, string[]>>(readKept(KEY, {}));

  has(game: string, lesson: string): boolean {
    return this.#done[game]?.includes(lesson) ?? false;
  }

  finish(game: string, lesson: string): void {
    if (this.has(game, lesson)) return;
    this.#done = { ...this.#done, [game]: [...(this.#done[game] ?? []), lesson] };
    keep(KEY, this.#done);
  }

  /** The number of the first lesson that is not done yet; all are: the first. */
  next(game: GameInfo): number {
    return Math.max(0, game.lessons.findIndex((one) => !this.has(game.id, one.key)));
  }

  count(game: GameInfo): number {
    return game.lessons.filter((one) => this.has(game.id, one.key)).length;
  }
}

export const progress = new Progress();

/** Where the game's words of a lesson are: its title, or a part of what is said. */
export const wordsOf = (lesson: string, part = ""): string => ["lesson", lesson, part].filter(Boolean).join(".");
