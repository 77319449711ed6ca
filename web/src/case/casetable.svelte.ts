// What happened before the question, offered to a game's board: to be looked at, with notes of one's own.
import type { GameWeb } from "$lib/game";
import { t, tg } from "$lib/i18n.svelte";
import type { GameInfo, Replay } from "$lib/protocol";
import { ReplayTable } from "../replay/replayed.svelte";

export class CaseTable extends ReplayTable {
  #notes = $state("");

  constructor(
    game: GameInfo,
    replay: Replay,
    notes: string,
    readonly keepNotes: (notes: string) => void,
    seatOf?: GameWeb["seatOf"],
  ) {
    super("", game, replay, seatOf);
    this.#notes = notes;
    this.go(this.steps);
  }
  override get notes(): string {
    return this.#notes;
  }
  override setNotes(notes: string): void {
    this.#notes = notes;
    this.keepNotes(notes);
  }
  override get names(): readonly string[] {
    return this.replay.names.map((name) => (name.startsWith("@") ? tg(this.replay.game, name.slice(1)) : name || t("case.you")));
  }
  /** back to the position of the question */
  lookNow(): void {
    this.go(this.steps);
  }
}
