// A recorded match, offered to a game's board like a live table: it can only be looked at.
import { announcer } from "$lib/announce.svelte";
import type { GameEvent, Refusal, TableContext, View } from "$lib/game";
import { t, tg, words } from "$lib/i18n.svelte";
import type { GameInfo, Replay, SeatInfo, TableInfo } from "$lib/protocol";
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
  readonly notes = "";
  readonly past = true;
  readonly myTurn = false;

  constructor(
    readonly code: string,
    readonly game: GameInfo,
    replay: Replay,
  ) {
    this.load(replay);
  }

  /** The same match through other eyes; the moment stays, as far as it can. */
  load(replay: Replay): void {
    const share = this.#positions.length > 1 ? this.#index / (this.#positions.length - 1) : 0;
    this.#replay = replay;
    this.#positions = positions(replay.first, replay.steps);
    this.#events = this.#positions.flatMap((position) => position.news);
    this.#index = Math.round(share * (this.#positions.length - 1));
    this.#jumped = true;
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
  /** To the position that an event speaks of. */
  lookAt(n: number): void {
    const index = indexOf(this.#positions, n);
    if (index >= 0) this.go(index);
  }

  get seat(): number | null {
    const seat = Number(this.#replay.eyes);
    return this.#replay.eyes !== "" && Number.isInteger(seat) ? seat : null;
  }
  get names(): readonly string[] {
    return Array.from({ length: this.#replay.seats }, (_, i) => this.#replay.names[i] || t("seat.number", { number: i + 1 }));
  }
  get seats(): readonly SeatInfo[] {
    return this.names.map((name) => ({ kind: "person", name, bot: "", here: true }));
  }
  get info(): TableInfo {
    const { game, options, over } = this.#replay;
    const commitment = String(this.#replay.fairness?.commitment ?? "");
    return { code: this.code, game, options, seats: [...this.seats], host: 0, state: over ? "over" : "playing", spectators: 0, commitment, rematch: "" };
  }
  get view(): View {
    return this.#positions[this.#index].view;
  }
  get news(): readonly GameEvent[] {
    return this.#jumped ? [] : this.#positions[this.#index].news;
  }
  get at(): number {
    return this.#positions[this.#index].upto;
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
  get reducedMotion(): boolean {
    return settings.reducedMotion;
  }
  get speaker(): Speaker {
    return { strings: words.games[this.#replay.game] ?? {}, game: this.game, names: this.names };
  }
  t = (key: string, params: Record<string, any> = {}): string => tg(this.#replay.game, key, params);
  tell = (event: GameEvent): string => tell(this.speaker, event);
  announce = (said: string): void => announcer.say(said);
  openRule = (rule: string): void => {
    this.wantedRule = { rule };
  };

  setNotes(): void {}
  setDraft(): void {}
  refuse(): void {}
  act = (): Promise<Refusal | null> => Promise.resolve(this.#never());
  ask = (): Promise<Refusal | null> => Promise.resolve(this.#never());
  undo = (): Promise<Refusal | null> => Promise.resolve(this.#never());
  #never(): Refusal {
    return { code: "past", rule: "", words: t("refusal.over") };
  }
}
