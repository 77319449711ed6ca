// The dossier of one seat: private notes all game long, the official entries once they are asked for (S7.2).
import type { TableContext } from "$lib/game";
import { entriesOf, readPad, withGuess, writePad, type Pad } from "./pad";
import { agentsOf } from "./secrets";

const KEEP_AFTER = 500; // ms without a further change
const STAMPED = 1400; // ms in which the stamp is seen before the folder makes room

export class Dossier {
  readonly table: TableContext;
  pad = $state.raw<Pad>({ text: "", note: {}, guess: {} });
  #kept: string | null = null; // the notes that the pad was read from or kept as
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: TableContext) {
    this.table = table;
    this.adopt(table.notes);
  }

  get seat(): number | null {
    const { seat, view } = this.table;
    return seat ?? (typeof view.viewer === "number" ? view.viewer : null); // in a replay: through whose eyes
  }
  get agents(): string[] {
    return this.table.view.in_play ?? [];
  }
  get own(): string[] {
    return agentsOf(this.table.view, this.seat);
  }
  /** whom one can name, as the rules write it */
  get names(): string[] {
    const seats = Array.from({ length: this.table.view.seats }, (_, seat) => seat);
    return ["free", ...seats.filter((seat) => seat !== this.seat).map((seat) => `seat ${seat}`)];
  }
  /** the entries are asked for, and mine are not handed in */
  get writing(): boolean {
    return this.table.view.phase === "dossier" && this.seat !== null && !this.final && !this.table.past;
  }
  get final(): boolean {
    return this.seat !== null && this.table.view.handed_in?.[this.seat] === true;
  }
  /** What stands in each slot. The slot of an own agent looks like all others: its guess is only a blind, kept in the notes. */
  get guess(): Record<string, string> {
    if (this.seat === null || !(this.writing || this.final)) return this.pad.guess;
    const entries = entriesOf(this.table.view, this.seat);
    for (const agent of this.own) if (this.pad.guess[agent]) entries[agent] = this.pad.guess[agent];
    return entries;
  }
  get missing(): string[] {
    return this.agents.filter((agent) => !this.own.includes(agent) && !this.guess[agent]);
  }
  /** how many agents I name as free, among those that are not my own */
  get namedFree(): number {
    return this.agents.filter((agent) => !this.own.includes(agent) && this.guess[agent] === "free").length;
  }
  get stillWriting(): number[] {
    return (this.table.view.handed_in ?? []).flatMap((done: boolean, seat: number) => (done ? [] : [seat]));
  }

  /** Takes over notes that another tab has changed. */
  adopt(notes: string): void {
    if (this.#timer !== undefined || notes === this.#kept) return;
    this.#kept = notes;
    this.pad = readPad(notes);
  }
  #change(pad: Partial<Pad>): void {
    this.pad = { ...this.pad, ...pad };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), KEEP_AFTER);
  }
  keep(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#kept = writePad(this.pad);
    this.table.setNotes(this.#kept);
  }
  setText(text: string): void {
    this.#change({ text });
  }
  setNote(agent: string, line: string): void {
    this.#change({ note: { ...this.pad.note, [agent]: line } });
  }

  /** Writes who is behind an agent; "" takes the entry back. */
  async write(agent: string, who: string, near?: Element | null): Promise<void> {
    if (this.final || this.table.past) return;
    this.#change({ guess: withGuess(this.pad.guess, agent, who) });
    if (!this.writing || this.own.includes(agent)) return;
    const refusal = await this.table.act({ action: "write", agent, guess: who || "none" });
    if (refusal) this.table.refuse(refusal, near);
  }
  /** The private guesses become the first draft of the official entries. */
  async prefill(): Promise<void> {
    if (!this.writing || this.seat === null || Object.keys(entriesOf(this.table.view, this.seat)).length) return;
    for (const agent of this.agents) {
      const who = this.pad.guess[agent];
      if (!who || !this.names.includes(who) || this.own.includes(agent)) continue;
      if (!this.writing || (await this.table.act({ action: "write", agent, guess: who }))) return;
    }
  }
  async handIn(near?: Element | null): Promise<void> {
    this.keep();
    const refusal = await this.table.act({ action: "hand_in" });
    if (refusal) return this.table.refuse(refusal, near);
    this.table.announce(this.table.t("dossier.handed_in"));
    setTimeout(() => this.table.shutFolder?.(), this.table.reducedMotion ? 0 : STAMPED);
  }
}
