// A recorded match, offered to a game's board like a live table: it can only be looked at.
import { announcer } from "$lib/announce.svelte";
import type { GameEvent, GameWeb, Refusal, TableContext, View } from "$lib/game";
import { t, tg, words } from "$lib/i18n.svelte";
import type { GameInfo, Replay, SeatInfo, TableInfo, Thought } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { tell, type Speaker } from "$lib/words";
import { indexOf, positions, type Position } from "../table/positions";

export class ReplayTable implements TableContext {
  #replay = $state.raw<Replay>()!;
  #positions = $state.raw<Position[]>([]);
  #events = $state.raw<GameEvent[]>([]);
  #index = $state(0);
  #jumped = $state(true);
  wantedRule = $state.raw<{ rule: string } | null>(null);

  readonly legal = null;
  readonly busy = false;
  readonly online = true;
  readonly canUndo = false;
  readonly draft = null;
  readonly lag = null;
  readonly past = true;
  readonly myTurn = false;

  constructor(
    readonly code: string,
    readonly game: GameInfo,
    replay: Replay,
    readonly seatOf?: GameWeb["seatOf"],
  ) {
    this.load(replay);
  }

  /** The same match through other eyes; the moment stays, as far as it can. */
  load(replay: Replay): void {
    const share = this.#positions.length > 1 ? this.#index / (this.#positions.length - 1) : 0;
    const moment = this.now();
    this.#replay = replay;
    this.#positions = positions(replay.first, replay.steps);
    this.#events = this.#positions.flatMap((position) => position.news);
    this.#index = Math.round(share * (this.#positions.length - 1));
    this.#jumped = true;
    if (this.game.timed) this.seek(moment);
  }

  get replay(): Replay {
    return this.#replay;
  }
  get step(): number {
    return this.#index;
  }
  get steps(): number {
    return this.#positions.length - 1;
  }

  go(step: number): void {
    const next = Math.max(0, Math.min(this.steps, step));
    this.#jumped = next !== this.#index + 1;
    this.#index = next;
  }
  /** In games with time: to the last position of a moment. */
  seek(moment: number): void {
    let index = 0;
    for (let upto = 0, i = 0; i < this.#positions.length; i++) {
      upto = this.#positions[i].upto;
      if (upto && this.#events[upto - 1].at > moment) break;
      index = i;
    }
    if (index !== this.#index) this.go(index);
  }
  /** To the position that an event speaks of. */
  lookAt(n: number): void {
    const index = indexOf(this.#positions, n);
    if (index >= 0) this.go(index);
  }

  get notes(): string {
    return "";
  }
  get seat(): number | null {
    const seat = Number(this.#replay.eyes);
    return this.#replay.eyes !== "" && Number.isInteger(seat) ? seat : null;
  }
  get names(): readonly string[] {
    return Array.from({ length: this.#replay.seats }, (_, i) => this.#replay.names[i] || t("seat.number", { number: i + 1 }));
  }
  get seats(): readonly SeatInfo[] {
    return this.names.map((name) => ({ kind: "person", name, bot: "", here: true, gone_ms: null, stand_in: "", clock: null }));
  }
  get info(): TableInfo {
    const { game, options, over } = this.#replay;
    const commitment = String(this.#replay.fairness?.commitment ?? "");
    return { code: this.code, game, options, seats: [...this.seats], host: 0, state: over ? "over" : "playing", terms: { grace_s: 60, stand_in: "medium", move_s: 0, bank_s: 0, answer_s: 0, late: "bot" }, paused: false, unfinished: this.#replay.unfinished, proposals: [], spectators: 0, stages: 0, commitment, followed: [], rematch: "", shown_notes: [], standstill: null, public: false, quiet: false, exercise: "" };
  }
  get view(): View {
    return this.#positions[this.#index].view;
  }
  get news(): readonly GameEvent[] {
    return this.#jumped ? [] : this.#positions[this.#index].news;
  }
  get at(): number {
    return this.#positions[this.#index]?.upto ?? 0;
  }
  /** What bots thought when they did what led here. */
  get thoughts(): readonly Thought[] {
    const before = this.#positions[this.#index - 1]?.upto ?? 0;
    return (this.#replay.thoughts ?? []).filter((one) => one.n > before && one.n <= this.at);
  }
  get log(): readonly GameEvent[] {
    return this.#events;
  }
  get events(): readonly GameEvent[] {
    return this.#events.slice(0, this.at);
  }
  get over(): boolean {
    return this.view.result != null;
  }
  /** in a replay it is always the moment of the last event */
  now = (): number => this.#events[this.at - 1]?.at ?? 0;
  get reducedMotion(): boolean {
    return settings.reducedMotion;
  }
  get speaker(): Speaker {
    return { strings: words.games[this.#replay.game] ?? {}, game: this.game, names: this.names, seatOf: this.seatOf };
  }
  t = (key: string, params: Record<string, any> = {}): string => tg(this.#replay.game, key, params);
  tell = (event: GameEvent): string => tell(this.speaker, event);
  announce = (said: string): void => announcer.say(said);
  openRule = (rule: string): void => {
    this.wantedRule = { rule };
  };

  legalOf = (): Promise<readonly never[]> => Promise.resolve([]);
  setNotes(_notes: string): void {}
  setDraft(): void {}
  refuse(): void {}
  act = (): Promise<Refusal | null> => Promise.resolve(this.#never());
  ask = (): Promise<Refusal | null> => Promise.resolve(this.#never());
  preview = (): Promise<Refusal> => Promise.resolve(this.#never());
  help = (): Promise<Refusal> => Promise.resolve(this.#never());
  undo = (): Promise<Refusal | null> => Promise.resolve(this.#never());
  #never(): Refusal {
    return { code: "past", rule: "", words: t("refusal.over") };
  }
}
