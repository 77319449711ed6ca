// A live table in this tab: everything that the server tells, offered to the screen and to a game's board.
import { api, ApiError } from "$lib/api";
import { announcer } from "$lib/announce.svelte";
import { ClientId, Connection, type Line } from "$lib/connection";
import type { Action, GameEvent, GameWeb, Refusal, TableContext, View } from "$lib/game";
import { tg, words } from "$lib/i18n.svelte";
import { rememberCommitment } from "$lib/mine";
import type { Answer, GameInfo, Message, Said, Step, Sync, TableInfo } from "$lib/protocol";
import { settings } from "$lib/settings.svelte";
import { sound } from "$lib/sound";
import { tell, type Speaker } from "$lib/words";
import { after, indexOf, numbered, positions, type Position } from "./positions";
import { tellAll } from "./entries";
import { Kept } from "./kept.svelte";
import { Reel } from "./reel.svelte";
import { refusalOf } from "./refusal";
import { seatNames } from "./names";

const USUAL_PACE = 500;
const CALM_PACE = 60; // with reduced motion

/** A refusal on its slip, beside what was tapped. */
export interface Slip {
  refusal: Refusal;
  near: DOMRect | null;
}

export class LiveTable implements TableContext {
  info = $state.raw<TableInfo>()!;
  seat = $state.raw<number | null>(null);
  line = $state<Line>("connecting");
  gone = $state(""); // why the connection ended for good
  problem = $state.raw<{ code: string; message: string } | null>(null);
  chat = $state.raw<readonly Said[]>([]);
  legal = $state.raw<readonly Action[] | null>(null);
  slip = $state.raw<Slip | null>(null);
  wantedRule = $state.raw<{ rule: string } | null>(null);
  wantedFolder = $state.raw<{ open: boolean } | null>(null); // the last wish to see the game's folder, or to be done with it
  synced = $state(false);

  #told = $state.raw<readonly GameEvent[]>([]);
  #now = $state.raw<Position | null>(null); // what is shown of the live game
  #then = $state.raw<Position | null>(null); // an earlier position that is looked at
  #undoable = $state(false);
  #sending = $state(0);

  // kept as long as they stay the same, so that the log is not told anew at each step
  #names = $derived(seatNames(this.info.seats));
  #finished = $derived(this.#now?.view.result != null);
  #log = $derived(this.#told.slice(0, this.#now?.upto ?? 0));
  #events = $derived(this.#told.slice(0, (this.#then ?? this.#now)?.upto ?? 0));
  #speaker = $derived.by<Speaker>(() => ({
    strings: words.games[this.info.game] ?? {},
    game: this.game,
    names: this.#names,
    covered: !this.#finished, // people may sit side by side: what only this seat was told is not on the screen until the end
  }));

  #reel = new Reel(
    (position) => (settings.reducedMotion ? CALM_PACE : (this.web?.pace?.(position.news) ?? USUAL_PACE)),
    (position, told) => this.#show(position, told),
  );
  #known: Position[] = []; // positions without a gap up to the newest
  #draft = new Kept<any>(null, 200, (draft) => ({ t: "draft", draft }), (message) => this.#connection.tell(message));
  #notes = new Kept("", 400, (notes) => ({ t: "note", notes }), (message) => this.#connection.tell(message));
  #connection: Connection;
  #client: ClientId;

  constructor(
    readonly code: string,
    seat: number | null,
    first: TableInfo,
    readonly game: GameInfo,
    readonly web: GameWeb | null,
  ) {
    this.info = first;
    this.seat = seat;
    this.#client = new ClientId(`${code}.${seat ?? "watch"}`);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = seat === null ? "" : `?seat=${seat}`;
    this.#connection = new Connection(`${scheme}//${location.host}/api/tables/${code}/ws${query}`, this.#client, {
      since: () => this.#told.length,
      answer: (answer) => this.#hear(answer),
      line: (line) => (this.line = line),
      failing: () => void this.#stillThere(),
      over: (code) => (this.gone = code),
    });
    window.addEventListener("pagehide", this.#flush);
  }

  #flush = () => {
    this.#draft.flush();
    this.#notes.flush();
  };

  close(): void {
    this.#flush();
    window.removeEventListener("pagehide", this.#flush);
    this.#reel.clear();
    this.#connection.close();
  }

  // what a game sees

  get seats() {
    return this.info.seats;
  }
  get names(): readonly string[] {
    return this.#names;
  }
  get started(): boolean {
    return this.#now !== null;
  }
  get view(): View {
    return (this.#then ?? this.#now)?.view ?? {};
  }
  get news(): readonly GameEvent[] {
    return (this.#then ?? this.#now)?.news ?? [];
  }
  get events(): readonly GameEvent[] {
    return this.#events;
  }
  /** all that was told and shown, also while an earlier position is looked at */
  get log(): readonly GameEvent[] {
    return this.#log;
  }
  get at(): number {
    return (this.#then ?? this.#now)?.upto ?? 0;
  }
  get past(): boolean {
    return this.#then !== null;
  }
  get over(): boolean {
    return this.view.result != null;
  }
  get finished(): boolean {
    return this.#finished;
  }
  get actors(): readonly number[] {
    return (this.#now?.view.actors ?? []).filter((who: unknown) => typeof who === "number");
  }
  get myTurn(): boolean {
    return !this.past && this.waitsForMe;
  }
  /** The live game waits for this seat, whatever is looked at. */
  get waitsForMe(): boolean {
    return this.#reel.behind === 0 && this.seat !== null && this.actors.includes(this.seat);
  }
  get canUndo(): boolean {
    return this.#undoable && !this.past;
  }
  get busy(): boolean {
    return this.#sending > 0;
  }
  get online(): boolean {
    return this.line === "open";
  }
  get reducedMotion(): boolean {
    return settings.reducedMotion;
  }
  get speaker(): Speaker {
    return this.#speaker;
  }
  t = (key: string, params: Record<string, any> = {}): string => tg(this.info.game, key, params);
  tell = (event: GameEvent): string => tell(this.speaker, event);
  announce = (said: string): void => announcer.say(said);
  openRule = (rule: string): void => {
    this.wantedRule = { rule };
  };

  openFolder = (): void => {
    this.wantedFolder = { open: true };
  };
  shutFolder = (): void => {
    this.wantedFolder = { open: false };
  };

  refuse = (refusal: Refusal, near: Element | null = null): void => {
    this.slip = { refusal, near: near?.getBoundingClientRect() ?? null };
    announcer.say(refusal.rule ? `${refusal.words} (${refusal.rule})` : refusal.words);
  };

  async act(action: Action): Promise<Refusal | null> {
    const refusal = await this.#ask({ t: "act", id: this.#client.next(), action });
    if (!refusal) this.#draft.drop();
    return refusal;
  }
  ask(action: Action): Promise<Refusal | null> {
    return this.#ask({ t: "ask", id: this.#client.next(), action }, false);
  }
  undo(): Promise<Refusal | null> {
    return this.#ask({ t: "undo", id: this.#client.next() });
  }
  say(text: string): Promise<Refusal | null> {
    return this.#ask({ t: "say", id: this.#client.next(), text }, false);
  }

  get draft(): any {
    return this.#draft.value;
  }
  get notes(): string {
    return this.#notes.value;
  }
  setDraft(draft: any): void {
    this.#draft.set(draft);
  }
  setNotes(notes: string): void {
    this.#notes.set(notes.slice(0, 8000));
  }

  /** Before the start and after the end: what has no answer but a changed table. */
  send(message: Exclude<Message, { id: number }>): void {
    this.problem = null;
    if (!this.#connection.tell(message)) this.problem = { code: "offline", message: "" };
  }

  // looking back

  /** Shows the position that an event speaks of, without leaving the live game. */
  async lookAt(n: number): Promise<void> {
    let index = indexOf(this.#known, n);
    if (index < 0) {
      const reply = await this.#connection.ask({ t: "history", id: this.#client.next() });
      if (reply?.t !== "past") return;
      const [first, ...later] = this.#known; // more may have come while this was on its way
      if (first) this.#known = [...positions(reply.first, reply.steps).filter((one) => one.upto <= first.upto), ...later];
      index = indexOf(this.#known, n);
    }
    if (index < 0) return;
    const position = this.#known[index];
    const before = this.#known[index - 1];
    if (before && !settings.reducedMotion) {
      this.#then = { ...before, news: [] };
      await new Promise((go) => setTimeout(go, 60));
    }
    this.#then = position;
  }
  lookNow(): void {
    this.#then = null;
  }

  // hearing

  #hear(answer: Answer): void {
    switch (answer.t) {
      case "sync":
        return this.#sync(answer);
      case "table":
        return this.#table(answer.table);
      case "steps":
        this.#undoable = answer.can_undo;
        return this.#steps(answer.steps);
      case "draft":
        return this.#draft.heard(answer.draft);
      case "note":
        return this.#notes.heard(answer.notes);
      case "said":
        if (this.chat.some((one) => one.n === answer.n)) return;
        this.chat = [...this.chat, answer].slice(-200);
        if (answer.seat !== this.seat) announcer.say(`${answer.name}: ${answer.text}`);
        return;
      case "problem":
        this.problem = answer;
        return;
    }
  }

  /** A socket does not say why it was not opened; the other door does. */
  async #stillThere(): Promise<void> {
    try {
      const look = await api.look(this.code);
      if (this.seat !== null && !look.mine.includes(this.seat)) this.#end("not_yours");
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) this.#end("no_such_table");
    }
  }
  #end(code: string): void {
    this.#connection.close();
    this.gone = code;
  }

  #sync(sync: Sync): void {
    const fresh = numbered(sync.events, sync.since);
    const missed = this.#now !== null ? fresh.length : 0;
    this.#told = sync.since ? [...this.#told.slice(0, sync.since), ...fresh] : fresh;
    this.seat = sync.seat;
    this.chat = sync.chat;
    this.#undoable = sync.can_undo;
    this.#notes.heard(sync.notes);
    this.#draft.heard(sync.draft);
    this.#reel.clear();
    if (sync.view) {
      const position = { view: sync.view, upto: this.#told.length, news: [] };
      if (missed || !this.#known.length) this.#known = [position];
      this.#now = position;
    }
    this.#table(sync.table);
    this.synced = true;
    this.#flush();
    if (missed) announcer.say(tellAll(this.speaker, fresh.slice(-6), this.web));
    void this.#askLegal();
  }

  #table(info: TableInfo): void {
    this.info = info;
    rememberCommitment(info.code, info.commitment);
  }

  #steps(steps: readonly Step[]): void {
    let newest = this.#known[this.#known.length - 1];
    if (!newest) return; // a sync comes first
    const fresh: Position[] = [];
    for (const step of steps) fresh.push((newest = after(newest, step)));
    this.#known.push(...fresh);
    this.#told = [...this.#told, ...fresh.flatMap((position) => position.news)];
    this.legal = null;
    this.#reel.add(fresh);
  }

  #show(position: Position, told: readonly GameEvent[]): void {
    this.#now = position;
    this.slip = null;
    if (this.seat !== null && !this.actors.includes(this.seat)) this.#draft.drop();
    announcer.say(tellAll(this.speaker, told, this.web));
    this.#sound(position.news);
    if (!this.#reel.behind) void this.#askLegal();
  }

  /** One sound for a step: the game's for the last event that has one, else a typewriter for what others did. */
  #sound(news: readonly GameEvent[]): void {
    const told = [...news].reverse().find((event) => this.web?.sounds?.[event.event]);
    const name = told && this.web?.sounds?.[told.event];
    if (name) sound(name);
    else if (news.some((event) => event.seat !== undefined && event.seat !== this.seat)) sound("key");
  }

  /** Any tap or key finishes running motion: what waits is shown at once. */
  hurry(): void {
    this.#reel.hurry();
  }

  async #askLegal(): Promise<void> {
    this.legal = null;
    if (!this.waitsForMe) return;
    const asked = this.#now;
    const reply = await this.#connection.ask({ t: "legal", id: this.#client.next() });
    if (reply?.t === "legal" && asked === this.#now) this.legal = reply.actions as Action[];
  }

  async #ask(message: Extract<Message, { id: number }>, changes = true): Promise<Refusal | null> {
    this.slip = null;
    if (this.seat === null) return refusalOf(this, { code: "spectator", rule: "", message: "" });
    if (changes) this.#sending++;
    const reply = await this.#connection.ask(message);
    if (changes) this.#sending--;
    if (reply === null) return refusalOf(this, { code: "offline", rule: "", message: "" });
    return reply.t === "refused" ? refusalOf(this, reply) : null;
  }
}
