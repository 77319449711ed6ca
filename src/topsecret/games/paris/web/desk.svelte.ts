// What this player does at the table of paris: where the eyes are on their way to, the cards under the hand, a call or a mission that is
// half said. It predicts only itself; what others do is drawn when the server shows it.
import type { Action, GameEvent, TableContext } from "$lib/game";
import { keep, readKept } from "$lib/settings.svelte";
import { FIRST_ROUND_MS, READY_MS } from "./box";
import { seen, type Seen } from "./seen";
import { agentOf, CARDS, isFace, isLive, lasting, NONE, others, seatOf } from "./things";

const TICK = 250; // ms between two looks at the clock
const AGAIN = 120; // ms until eyes that still rested are moved once more
const TRIES = 6;
const PEEK = 4000; // how long cards stay open that were opened without holding
const NEWS = 5000; // how long the board says what all have learnt
const COACH = "topsecret.paris.coach";
const SIGNAL = "topsecret.paris.signal";

/** P7.2: how a wink looks on this screen; all of them mean the same. */
export const SIGNALS = ["wink", "blink", "eyebrow", "nod"] as const;
export type Signal = (typeof SIGNALS)[number];

export class Desk {
  width = $state(0); // of the board, in px
  wanted = $state<string | null>(null); // what my eyes are on their way to
  held = $state(false); // my cards are open
  call = $state.raw<{ accused: number | null } | null>(null); // "Caught!" was said; who has winked
  contact = $state<number | null>(null); // the mission that I name with the case
  place = $state<string | null>(null);
  throwsAgent = $state(false); // what goes away when I pass
  throwsPlace = $state(false);
  coach = $state(readKept(COACH, true));
  signal = $state<Signal>(readKept<Signal>(SIGNAL, "wink"));
  time = $state(0); // the table's, four times a second
  lidShut = $state(false); // a wink that I see is drawn for its whole length
  lidOpened = $state(false); // and no longer, though the end of it may still be on its way
  winking = $state(false); // my own lid, before the server has heard of it
  #read = $state(0); // the last event when my cards were open on this page

  /** what all have just learnt, for a moment on the board */
  news = $state.raw<GameEvent | null>(null);

  #seen = $derived.by(() => seen(this.table));
  #timer = 0;
  #lid = 0;
  #peek = 0;
  #told = 0;

  constructor(readonly table: TableContext) {}

  get small(): boolean {
    return this.width > 0 && this.width < 560;
  }
  get me(): number | null {
    return this.table.seat;
  }
  get others(): number[] {
    return others(this.table);
  }
  get seen(): Seen {
    return this.#seen;
  }
  /** I play, and it is now. */
  get plays(): boolean {
    return this.me !== null && !this.table.past && isLive(this.table.view);
  }
  /** what my eyes are on, as the server says */
  get gaze(): string {
    return this.me === null ? "" : (this.table.view.gaze?.[this.me] ?? CARDS);
  }
  /** what is drawn large: where my eyes are, or are going */
  get looksAt(): string {
    return this.wanted ?? this.gaze;
  }
  /** the seat that I watch, and whose eyes the server shows me */
  get watched(): number | null {
    return this.looksAt === this.gaze && isFace(this.gaze) ? seatOf(this.gaze) : null;
  }
  get hasCase(): boolean {
    const { view } = this.table;
    return this.plays && view.phase === "play" && view.holder === this.me;
  }
  /** P2.1: in the first round whoever has the case may draw at once */
  get mayDraw(): boolean {
    const { view } = this.table;
    return this.plays && view.phase === "first" && view.holder === this.me;
  }
  get myLid(): boolean {
    return this.winking || (this.me !== null && (this.table.view.wink?.[this.me] ?? NONE) !== NONE);
  }
  /** the case's time that is left, in ms, and all of it */
  get left(): number {
    return Math.max(0, this.table.view.deadline - this.time);
  }
  get span(): number {
    const { view } = this.table;
    if (view.phase === "ready") return READY_MS;
    return lasting(view, view.first_round ? FIRST_ROUND_MS : view.turn_s * 1000);
  }
  /** in the first round: seconds until my own cards come; null if I have them */
  get untilMine(): number | null {
    const { view, seats } = this.table;
    if (this.me === null || !view.first_round || view.agent_held[this.me]) return null;
    const before = (this.me - view.holder + seats.length) % seats.length;
    return Math.ceil((this.left + before * this.span) / 1000);
  }

  // the clock; it stands still while the page is hidden

  tick = (): void => {
    this.time = this.table.now();
  };
  run(): () => void {
    let timer = 0;
    const start = () => {
      clearInterval(timer);
      if (document.hidden) return;
      this.tick();
      timer = window.setInterval(this.tick, TICK);
    };
    start();
    document.addEventListener("visibilitychange", start);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", start);
      clearTimeout(this.#timer);
      clearTimeout(this.#lid);
      clearTimeout(this.#peek);
      clearTimeout(this.#told);
    };
  }

  /** A call or a mission, as it ended. */
  tellAll(event: GameEvent): void {
    clearTimeout(this.#told);
    this.news = event;
    this.#told = window.setTimeout(() => (this.news = null), NEWS);
  }

  // eyes

  /** My eyes go there as soon as they have rested; the last wish counts. */
  look(sight: string, near: Element | null = null): void {
    if (!this.plays) return;
    if (sight !== CARDS) this.cover();
    clearTimeout(this.#timer);
    this.wanted = sight === this.gaze ? null : sight;
    if (this.wanted) this.#goThere(sight, near, TRIES);
  }
  #goThere(sight: string, near: Element | null, tries: number): void {
    const rests = (this.table.view.rests[this.me!] ?? 0) - (this.table.now() + (this.table.lag ?? 0));
    this.#timer = window.setTimeout(async () => {
      const refusal = await this.table.act({ action: "look", sight });
      if (this.wanted !== sight) return;
      if (refusal?.code === "eyes_rest" && tries > 0) {
        this.#timer = window.setTimeout(() => this.#goThere(sight, near, tries - 1), AGAIN);
        return;
      }
      this.wanted = null;
      if (refusal) this.table.refuse(refusal, near);
    }, Math.max(0, rests));
  }

  /** Cards lie open as long as the hand holds them; looking at them is a look. */
  hold(): void {
    clearTimeout(this.#peek);
    if (!this.plays || this.held) return;
    this.held = true;
    this.#read = this.table.events.at(-1)?.n ?? 0;
    this.look(CARDS);
    const { card, place } = this.mine;
    this.table.announce(this.table.t("board.cards.said", { contact: card === null ? this.table.t("heldagent.none") : this.table.names[card], place: this.table.t(`heldplace.${place}`) }));
  }
  cover = (): void => {
    clearTimeout(this.#peek);
    if (this.held) this.#read = this.table.events.at(-1)?.n ?? 0;
    this.held = false;
  };
  /** without a hand that holds: by a key or a screen reader */
  peek(): void {
    if (this.held) return this.cover();
    this.hold();
    this.#peek = window.setTimeout(this.cover, PEEK);
  }
  /** cards of mine that this page has not shown yet */
  get unread(): boolean {
    return this.table.events.some(({ n, event, seat }) => n > this.#read && seat === this.me && (event === "draw_agent" || event === "draw_place"));
  }
  get mine(): { card: number | null; place: string } {
    const { view } = this.table;
    if (this.me === null) return { card: null, place: NONE };
    const card = seatOf(view.card[this.me]);
    return { card: card < 0 ? null : card, place: view.place[this.me] ?? NONE };
  }

  /** I have seen at which place my contact looked, with the card that it holds now. */
  get sawAnswer(): boolean {
    const { card } = this.mine;
    return card !== null && this.table.view.place_held[card] && this.#seen.answers.has(card);
  }

  async wink(near: Element | null = null): Promise<void> {
    if (!this.plays || !isFace(this.looksAt) || this.winking) return;
    this.winking = true;
    const refusal = await this.table.act({ action: "wink", agent: this.looksAt });
    this.winking = false;
    if (refusal) this.table.refuse(refusal, near);
  }

  /** A wink is seen from its begin: the lid stays shut for its length, however late the line tells of its end. */
  seeWink(): void {
    clearTimeout(this.#lid);
    this.lidShut = true;
    this.lidOpened = false;
    this.#lid = window.setTimeout(() => {
      this.lidShut = false;
      this.lidOpened = true;
    }, lasting(this.table.view, this.table.view.wink_ms));
  }
  openLid(): void {
    clearTimeout(this.#lid);
    this.lidShut = false;
    this.lidOpened = false;
  }

  // the case

  async #act(action: Action, near: Element | null): Promise<boolean> {
    const refusal = await this.table.act(action);
    if (refusal) this.table.refuse(refusal, near);
    return !refusal;
  }
  /** What is asked needs the room below a small board: the coach speaks only where the buttons do not say it. */
  get crowded(): boolean {
    return this.call !== null || (this.hasCase && this.table.view.winked[this.me!]);
  }
  /** With the case: my contact is named, and the place is asked for. */
  get asksWhere(): boolean {
    return this.hasCase && this.contact !== null && this.table.view.winked[this.me!];
  }
  get mission(): Action | null {
    if (!this.hasCase || this.contact === null || !this.place) return null;
    return { action: "complete", agent: agentOf(this.contact), place: this.place };
  }
  async complete(near: Element | null = null): Promise<void> {
    if (this.mission && (await this.#act(this.mission, near))) this.forget();
  }
  /** Passes, and throws away what was marked. */
  async pass(near: Element | null = null): Promise<void> {
    if (!this.hasCase) return;
    const { card, place } = this.mine;
    const agent = card === null ? {} : { agent: agentOf(card) };
    const [one, two] = [this.throwsAgent && card !== null, this.throwsPlace && place !== NONE];
    const action: Action =
      one && two ? { action: "discard_both", ...agent, place } : one ? { action: "discard_agent", ...agent } : two ? { action: "discard_place", place } : { action: "pass_on" };
    if (await this.#act(action, near)) this.forget();
  }
  async draw(near: Element | null = null): Promise<void> {
    await this.#act({ action: "draw" }, near);
  }
  async ready(near: Element | null = null): Promise<void> {
    await this.#act({ action: "ready" }, near);
  }
  /** The case is gone: what was half said is void. */
  forget(): void {
    this.contact = null;
    this.place = null;
    this.throwsAgent = false;
    this.throwsPlace = false;
  }

  // caught!

  get chips(): number {
    return this.me === null ? 0 : this.table.view.chips[this.me];
  }
  startCall(): void {
    if (this.plays && this.chips > 0) this.call = { accused: null };
  }
  letGo(): void {
    this.call = null;
  }
  /** The first tap names who has winked, the second at whom: that is the call. */
  async pick(seat: number, near: Element | null = null): Promise<void> {
    if (!this.call) return;
    const { accused } = this.call;
    if (accused === null || accused === seat) {
      this.call = { accused: accused === seat ? null : seat };
      return;
    }
    this.call = null;
    await this.#act({ action: "call", accused: agentOf(accused), target: agentOf(seat) }, near);
  }
  /** the seat at whom this screen saw the accused wink, for the card that is held now */
  get sawAtWhom(): number | null {
    return this.call?.accused == null ? null : (this.#seen.winks.get(this.call.accused) ?? null);
  }

  setSignal(signal: Signal): void {
    this.signal = signal;
    keep(SIGNAL, signal);
  }
  setCoach(on: boolean): void {
    this.coach = on;
    keep(COACH, on);
  }
}
