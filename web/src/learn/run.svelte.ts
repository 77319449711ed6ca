// One run of a lesson: its private table, what its judge said last, and the recorded solution where it is shown.
import { api, ApiError } from "$lib/api";
import type { Action, GameWeb } from "$lib/game";
import { t } from "$lib/i18n.svelte";
import type { GameInfo, Judged, LessonInfo } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { LiveTable } from "../table/live.svelte";
import { failure } from "../table/refusal";
import { progress } from "./progress.svelte";

const MOMENT = 120; // ms between two looks whether it goes on
const PATIENCE = 20_000;
const BETWEEN = 700; // ms between two steps that are shown

export class Run {
  table = $state.raw<LiveTable | null>(null);
  judged = $state.raw<Judged | null>(null); // what was said last and is still true
  touched = $state(false); // the hand has gone
  showing = $state(false); // the page plays
  shown = $state(false); // it was the page that did it
  problem = $state("");
  #closed = false;
  #asks = 0;

  constructor(
    readonly game: GameInfo,
    readonly web: GameWeb,
    readonly lesson: LessonInfo,
  ) {
    void this.begin();
  }

  get done(): boolean {
    return this.judged?.done ?? false;
  }
  /** what to touch */
  get light(): readonly string[] {
    if (this.done || this.showing) return [];
    return this.judged?.light ?? (this.judged?.word ? [] : this.lesson.light);
  }

  /** From the beginning, at a new table. */
  async begin(): Promise<void> {
    const asked = ++this.#asks;
    this.table?.close();
    this.table = this.judged = null;
    this.touched = this.shown = this.showing = false;
    this.problem = "";
    try {
      const name = settings.nickname.trim() || t("nickname.chief");
      const seated = await api.pose({ game: this.game.id, exercise: `lesson/${this.lesson.key}`, name });
      const { table: info } = await api.look(seated.code);
      if (this.#closed || asked !== this.#asks) return;
      this.table = new LiveTable(seated.code, seated.seat, info, this.game, this.web);
    } catch (error) {
      this.problem = failure(error instanceof ApiError ? error.code : "unknown");
    }
  }

  /** Asks the judge. What is done stays done. */
  async judge(answer: unknown = null): Promise<void> {
    const { table } = this;
    if (!table?.started || this.done) return;
    const judged = await table.attempt(answer);
    if (!judged || table !== this.table || this.done) return;
    if (!judged.done && !judged.word && this.judged?.word && this.lesson.choices.length) return; // what was said to an answer stands
    this.judged = judged;
    if (judged.done && !this.showing) progress.finish(this.game.id, this.lesson.key);
  }

  /** Plays the recorded solution, from the beginning. */
  async show(): Promise<void> {
    await this.begin();
    const table = this.table;
    if (!table) return;
    this.showing = this.shown = this.touched = true;
    for (const step of this.lesson.solution) {
      if (!(await this.#until(table, () => table.started && !table.settling && (!step.act || !!this.web.live || table.myTurn)))) break;
      await this.#rest(Math.max(settings.reducedMotion && !this.game.timed ? MOMENT : BETWEEN, step.wait));
      if (table !== this.table) return;
      if (step.notes) table.setNotes(step.notes);
      if (step.act) await table.act(step.act as unknown as Action); // the server reads texts as well
      if (step.answer != null) await this.judge(step.answer);
    }
    if (table !== this.table) return;
    await this.#until(table, () => table.allShown);
    for (let tries = 0; tries < 10 && table === this.table && !this.done; tries++) {
      await this.judge(); // what is held, or answered by others, comes a moment later
      if (!this.done) await this.#rest(BETWEEN / 2);
    }
    this.showing = false;
  }

  async #until(table: LiveTable, holds: () => boolean): Promise<boolean> {
    for (let waited = 0; waited < PATIENCE && table === this.table && !this.#closed; waited += MOMENT) {
      if (holds()) return true;
      await this.#rest(MOMENT);
    }
    return false;
  }
  #rest = (ms: number) => new Promise((go) => setTimeout(go, ms));

  close(): void {
    this.#closed = true;
    this.table?.close();
  }
}
