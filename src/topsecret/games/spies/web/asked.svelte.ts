// Being asked for a card, again and again: "no more this turn", and a setting of one's own, "ask me only when I can play one", answer by
// themselves. So that this tells the others nothing about the hand, every answer of somebody who uses either leaves at the same moment after
// the question, DELAY, or later: also a yes, a no or a pass that was given by hand sooner. What others can still tell: an answer that comes
// later than that was given by hand, so it was thought about; as always when somebody thinks.
import type { Action, TableContext } from "$lib/game";
import { keep, readKept } from "$lib/settings.svelte";
import type { Desk } from "./desk.svelte";

const SETTING = "topsecret.spies.ask_only_when_playable";
const DELAY = 2500; // ms

export class Asked {
  readonly table: TableContext;
  readonly desk: Desk;
  #only = $state(readKept<unknown>(SETTING, false) === true);
  #noMoreIn = $state(-1); // the turn in which no more is played
  #due = $state(""); // the question whose moment has come
  #given = $state.raw<{ question: string; action: Action } | null>(null); // answered by hand, and not sent yet

  constructor(table: TableContext, desk: Desk) {
    this.table = table;
    this.desk = desk;
  }

  get #turn(): number {
    return this.table.events.filter((event) => event.event === "turn_begins").length;
  }
  /** what is asked now, as a text; "" if it is nothing that can be answered without playing a card */
  get question(): string {
    const { mode, view } = this.desk;
    if (mode === "poll") return `poll ${this.#turn}`;
    if (mode === "card part" && !view.must_play && !view.has_played) return `card ${this.table.events.length}`;
    return "";
  }
  get #nothing(): Action {
    return this.desk.mode === "poll" ? { action: "poll", reply: "no" } : { action: "pass_by" };
  }

  get onlyWhenPlayable(): boolean {
    return this.#only;
  }
  set onlyWhenPlayable(only: boolean) {
    this.#only = only;
    keep(SETTING, only);
  }
  get noMore(): boolean {
    return this.#noMoreIn === this.#turn;
  }
  set noMore(no: boolean) {
    this.#noMoreIn = no ? this.#turn : -1;
  }
  /** answers leave at a fixed moment */
  get #timed(): boolean {
    return this.#only || this.noMore;
  }
  /** the answer is given, by hand or by itself, and waits for its moment */
  get waits(): boolean {
    return this.question !== "" && (this.#given?.question === this.question || this.#byItself);
  }
  get #byItself(): boolean {
    if (this.noMore) return true;
    const { legal } = this.table;
    return this.#only && legal !== null && !legal.some((action) => action.reply === "yes") && !this.desk.playable.length;
  }

  /** Answers by hand: now, or at the moment at which all answers leave. */
  answer(action: Action, near?: Element | null): void {
    if (this.#timed && this.#due !== this.question) this.#given = { question: this.question, action };
    else void this.desk.act(action, near);
  }
  /** "No more this turn". */
  enough(): void {
    this.noMore = true;
  }
  /** Takes all of it back for this question. */
  askMe(): void {
    this.#given = null;
    this.noMore = false;
    if (this.#byItself) this.onlyWhenPlayable = false;
  }

  /** Called whenever something has changed: starts the clock of a new question; the function ends it. */
  wait(): (() => void) | undefined {
    const { question } = this;
    if (!question || !this.#timed) return;
    const timer = setTimeout(() => (this.#due = question), DELAY);
    return () => clearTimeout(timer);
  }
  /** Called whenever something has changed: sends what waits, once its moment has come. */
  send(): void {
    const { question } = this;
    if (!question || this.#due !== question || this.table.busy) return;
    if (this.#given?.question === question) void this.desk.act(this.#given.action);
    else if (this.#byItself) void this.desk.act(this.#nothing);
  }
}
