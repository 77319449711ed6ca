// A live table in this tab: everything that the server tells, offered to the screen and to a game's board.
import { api, ApiError } from "$lib/api";
import { TableClock } from "$lib/clock.svelte";
import { announcer } from "$lib/announce.svelte";
import { ClientId, Connection, type Line } from "$lib/connection";
import { isRefusal, type Action, type GameEvent, type GameWeb, type Preview, type Refusal, type TableContext, type View } from "$lib/game";
import { t, tg, words } from "$lib/i18n.svelte";
import { rememberCommitment } from "$lib/mine";
import { muted } from "$lib/muted.svelte";
import type { Answer, Ask, GameInfo, Happened, Help, HelpNow, Judged, Message, Said, Step, Sync, TableInfo } from "$lib/protocol";
import type { Reaction } from "$lib/reactions";
import { settings } from "$lib/settings.svelte";
import { tell, type Speaker } from "$lib/words";
import { after, numbered, type Position } from "./positions";
import { tellAll } from "./entries";
import { Kept } from "./kept.svelte";
import { Known } from "./known";
import { Lookback } from "./lookback.svelte";
import { playSound } from "./playsound";
import { Reel } from "./reel.svelte";
import { OFFLINE, refusalOf, SPECTATOR, type Slip } from "./refusal";
import { seatNames } from "./names";
import { clockAfter } from "./clockafter";
import { seconds } from "$lib/seconds.svelte";
import { isAlone, startOver } from "./startover";
import { lastMoves } from "./turns";
import { happenedWords } from "./happened";

const USUAL_PACE = 500;
const STILL_PACE = 60; // with reduced motion: nothing has to come to its end

/** What can be asked about a position and changes nothing. */
type Question = Omit<Ask, "id"> | Omit<Help, "id">;

export class LiveTable implements TableContext {
  info = $state.raw<TableInfo>()!;
  seat = $state.raw<number | null>(null);
  line = $state<Line>("connecting");
  gone = $state(""); // why the connection ended for good
  problem = $state.raw<{ code: string; message: string } | null>(null);
  chat = $state.raw<readonly Said[]>([]);
  happened = $state.raw<readonly Happened[]>([]);
  legal = $state.raw<readonly Action[] | null>(null);
  slip = $state.raw<Slip | null>(null);
  wantedRule = $state.raw<{ rule: string } | null>(null);
  wantedFolder = $state.raw<{ open: boolean } | null>(null); // the last wish to see the game's folder, or to be done with it
  synced = $state(false);
  standstill = $state.raw<{ why: "people" | "countdown"; ends: number } | null>(null); // until when, by the page's clock

  #told = $state.raw<readonly GameEvent[]>([]);
  #now = $state.raw<Position | null>(null); // what is shown of the live game
  #undoable = $state(false);
  #stillAsked = $state(false); // what is being shown leaves my question as it was
  #sending = $state(0);
  #sent: Promise<unknown> = Promise.resolve(); // the last thing that was sent to change something
  #legalAsked: Promise<void> = Promise.resolve();
  #toldAt = $state(0); // when the table was last told, by the page's time

  #known = new Known((n) => this.#connection.ask({ t: "history", id: this.#client.next(), n }));
  #back = new Lookback(this.#known, (position) => this.#pace(position), () => this.#log.length);

  // kept as long as they stay the same, so that the log is not told anew at each step
  #names = $derived(seatNames(this.info.seats));
  #finished = $derived(this.#now?.view.result != null);
  #log = $derived(this.#told.slice(0, this.#now?.upto ?? 0));
  #events = $derived(this.#told.slice(0, (this.#back.then ?? this.#now)?.upto ?? 0));
  #speaker = $derived.by<Speaker>(() => ({
    strings: words.games[this.info.game] ?? {},
    game: this.game,
    names: this.#names,
    me: this.seat,
    seatOf: this.web?.seatOf,
    covered: !this.#finished, // people may sit side by side: what only this seat was told is not on the screen until the end
  }));

  #reel = new Reel(
    (position) => this.#pace(position),
    (position, told) => this.#show(position, told),
  );
  #looks = new Map<string, Promise<unknown>>(); // what was asked about the position that is shown
  #lookedAt: Position | null = null;
  #draft = new Kept<any>(null, 200, (draft) => ({ t: "draft", draft }), (message) => this.#connection.tell(message));
  #notes = new Kept("", 400, (notes) => ({ t: "note", notes }), (message) => this.#connection.tell(message));
  #clock = new TableClock();
  #connection: Connection;
  #client: ClientId;

  constructor(
    readonly code: string,
    seat: number | null,
    first: TableInfo,
    readonly game: GameInfo,
    readonly web: GameWeb | null,
    stage = false,
  ) {
    this.info = first;
    this.seat = seat;
    this.#client = new ClientId(`${code}.${seat ?? (stage ? "stage" : "watch")}`);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const query = seat === null ? "" : `?seat=${seat}`;
    this.#connection = new Connection(`${scheme}//${location.host}/api/tables/${code}/ws${query}`, this.#client, {
      since: () => this.#told.length,
      answer: (answer) => this.#hear(answer),
      time: (now, trip) => this.#clock.heard(now, trip),
      line: (line) => this.#lineIs(line),
      failing: () => void this.#stillThere(),
      over: (code) => (this.gone = code),
    }, game.timed, stage);
    window.addEventListener("pagehide", this.#flush);
  }

  #lineIs(line: Line): void {
    this.line = line;
    if (line !== "lost") return;
    this.#draft.lost();
    this.#notes.lost();
  }

  #flush = () => {
    this.#draft.flush();
    this.#notes.flush();
  };

  close(): void {
    this.#flush();
    window.removeEventListener("pagehide", this.#flush);
    this.#back.stop();
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
    return (this.#back.then ?? this.#now)?.view ?? {};
  }
  get news(): readonly GameEvent[] {
    return (this.#back.then ?? this.#now)?.news ?? [];
  }
  get events(): readonly GameEvent[] {
    return this.#events;
  }
  /** all that was told and shown, also while an earlier position is looked at */
  get log(): readonly GameEvent[] {
    return this.#log;
  }
  get at(): number {
    return (this.#back.then ?? this.#now)?.upto ?? 0;
  }
  get past(): boolean {
    return this.#back.then !== null;
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
  /** The live game waits for this seat, whatever is looked at, and all that led here was shown. */
  get waitsForMe(): boolean {
    if (this.web?.live) return this.#now !== null && this.seat !== null && !this.#finished && this.web.live.mine(this.#now.view, this.seat);
    return (!this.#reel.running || this.#stillAsked) && this.#acting;
  }
  get #acting(): boolean {
    return this.seat !== null && this.actors.includes(this.seat);
  }
  /** Steps are still being shown. */
  get settling(): boolean {
    return this.#reel.running;
  }
  /** The newest step is on the screen; its pictures may still move. */
  get allShown(): boolean {
    return this.#reel.behind === 0;
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
  /** There is a big screen beside this one. */
  get staged(): boolean {
    return this.seat !== null && this.info.stages > 0;
  }
  /** People sit side by side: nothing sounds that only this seat knows. */
  get together(): boolean {
    return settings.together === "on" || (settings.together === "auto" && this.staged);
  }
  get reducedMotion(): boolean {
    return settings.reducedMotion;
  }
  now = (): number => this.#clock.now();
  get lag(): number | null {
    return this.#clock.lag;
  }
  get speaker(): Speaker {
    return this.#speaker;
  }
  t = (key: string, params: Record<string, any> = {}): string => tg(this.info.game, key, params);
  tell = (event: GameEvent): string => tell(this.speaker, event);
  announce = (said: string): void => announcer.say(said);
  get startOver(): TableContext["startOver"] {
    return isAlone(this) && !this.#finished ? (options) => startOver(this, options) : undefined;
  }
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
    const draft = this.#draft.value;
    const refusal = await this.#ask({ t: "act", id: this.#client.next(), action });
    // what it brought about may be seen before the answer comes: what a quick hand has begun meanwhile stays
    if (!refusal && this.#draft.value === draft) this.#draft.drop();
    return refusal;
  }
  async ask(action: Action): Promise<Refusal | null> {
    const answer = await this.preview(action);
    if (isRefusal(answer)) return answer;
    return answer.unfinished && refusalOf(this, { ...answer.unfinished, message: "" });
  }
  preview(action: Action, assume?: string): Promise<Preview | Refusal> {
    return this.#look({ t: "ask", action, assume });
  }
  help(topic: string, about = ""): Promise<{ found: any } | Refusal> {
    return this.#look({ t: "help", topic, about });
  }
  /** Whether I have done what this exercise asks; null where nobody answers. */
  async attempt(answer: unknown = null): Promise<Judged | null> {
    this.#flush();
    const reply = await this.#connection.ask({ t: "attempt", id: this.#client.next(), answer });
    return reply?.t === "judged" ? reply : null;
  }
  /** Asks something about the position that is shown, once. */
  #look(question: Question): Promise<any> {
    if (this.#lookedAt !== this.#now) this.#looks.clear();
    this.#lookedAt = this.#now;
    const key = JSON.stringify(question);
    let asked = this.#looks.get(key);
    if (!asked) this.#looks.set(key, (asked = this.#answerTo(question)));
    return asked;
  }
  async #answerTo(question: Question): Promise<Preview | HelpNow | Refusal> {
    const reply = this.seat === null ? SPECTATOR : await this.#connection.ask({ ...question, id: this.#client.next() });
    if (reply?.t === "preview" || reply?.t === "help") return reply;
    this.#looks.clear(); // a lost line may be back in a moment
    return refusalOf(this, reply?.t === "refused" ? reply : OFFLINE);
  }
  undo(): Promise<Refusal | null> {
    return this.#ask({ t: "undo", id: this.#client.next() });
  }
  say(text: string): Promise<Refusal | null> {
    return this.#ask({ t: "say", id: this.#client.next(), text }, false);
  }

  react(reaction: Reaction): Promise<Refusal | null> {
    return this.#ask({ t: "react", id: this.#client.next(), reaction }, false);
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

  /** How long, in ms, a person has been gone; null: here, or no person. */
  goneFor(seat: number): number | null {
    const gone = this.info.seats[seat].gone_ms;
    if (gone === null || (seat === this.seat && this.online && !this.info.seats[seat].stand_in)) return null;
    return gone + (this.info.state === "playing" ? seconds.now - this.#toldAt : 0);
  }
  /** What is left, in ms, of a seat's move and of its bank; null: no clocks. */
  clockOf(seat: number): { left: number; bank: number; runs: boolean } | null {
    const clock = this.info.seats[seat].clock;
    if (!clock) return null;
    return clockAfter(clock, clock.runs && this.info.state === "playing" ? seconds.now - this.#toldAt : 0);
  }
  /** How long it is, in ms, until others may let a bot play on for somebody who has gone. */
  graceLeft(seat: number): number {
    return Math.max(0, this.info.terms.grace_s * 1000 - (this.goneFor(seat) ?? 0));
  }
  /** Whether a person has gone and nobody plays for them: the game waits. */
  isMissing(seat: number): boolean {
    return this.info.state === "playing" && !this.info.seats[seat].stand_in && this.goneFor(seat) !== null;
  }

  /** Before the start and after the end: what has no answer but a changed table. */
  send(message: Exclude<Message, { id: number }>): void {
    this.problem = null;
    if (!this.#connection.tell(message)) this.problem = { code: "offline", message: "" };
  }

  // looking back

  /** Shows the position that an event speaks of, without leaving the live game. */
  lookAt(n: number): Promise<void> {
    return this.#back.at(n);
  }
  lookNow(): void {
    this.#back.now();
  }
  /** The event from which the last moves are shown again: the turn after my own last one; 0 while there is none. */
  get lastMoves(): number {
    return lastMoves(this.#log, this.seat, this.web);
  }
  /** Shows once more what the others did since my last turn, step by step, and comes back to now. */
  showAgain(): Promise<void> {
    return this.#back.from(this.lastMoves);
  }
  /** how long a position is shown */
  #pace(position: Position): number {
    const pace = this.web?.pace?.(position.news, this.seat) ?? USUAL_PACE;
    return settings.reducedMotion ? Math.min(pace, STILL_PACE) : pace * settings.slowness;
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
        if (answer.seat !== this.seat && !muted.has(this.code, answer.seat))
          announcer.say(`${answer.name}: ${answer.reaction ? t(`reaction.${answer.reaction}`) : answer.text}`);
        return;
      case "happened":
        this.happened = [...this.happened, answer];
        announcer.say(happenedWords(this.info.game, answer, this.#names));
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
    this.#stillAsked = false;
    this.happened = sync.happened;
    this.#undoable = sync.can_undo;
    this.#notes.heard(sync.notes);
    this.#draft.heard(sync.draft);
    this.#reel.clear();
    if (sync.now !== null) this.#clock.begin(sync.now);
    if (sync.view) {
      const position = { view: sync.view, upto: this.#told.length, news: [] };
      if (missed || !this.#known.all.length) this.#known.all = [position];
      this.#now = position;
    }
    this.#table(sync.table);
    this.synced = true;
    this.#flush();
    if (missed) announcer.say(tellAll(this.speaker, fresh.slice(-6), this.web));
    this.#askLegal();
  }

  #table(info: TableInfo): void {
    const still = info.standstill;
    if (still?.why !== this.standstill?.why) {
      this.standstill = still && { why: still.why, ends: performance.now() + still.ms };
      this.#clock.hold(still !== null);
      if (!still) this.#connection.measure();
    }
    this.info = info;
    this.#toldAt = performance.now();
    rememberCommitment(info.code, info.commitment);
  }

  #steps(steps: readonly Step[]): void {
    let newest = this.#known.newest;
    if (!newest) return; // a sync comes first
    const fresh: Position[] = [];
    for (const step of steps) fresh.push((newest = after(newest, step)));
    this.#known.all.push(...fresh);
    this.#told = [...this.#told, ...fresh.flatMap((position) => position.news)];
    this.legal = null;
    this.#stillAsked = this.waitsForMe && fresh.every((position) => this.#leavesMyQuestion(position));
    if (this.web?.live) for (const position of fresh) this.#show(position, position.news);
    else this.#reel.add(fresh);
  }

  /** Others answer the question that I am asked, too: it stays as it is, with its buttons and the focus on them. */
  #leavesMyQuestion({ view, news }: Position): boolean {
    return view.phase === this.#now?.view.phase && (view.actors ?? []).includes(this.seat) && !news.some((event) => event.seat === this.seat);
  }

  #show(position: Position, told: readonly GameEvent[]): void {
    this.#now = position;
    if (!this.web?.live) this.slip = null;
    if (this.#finished && this.seat !== null && !this.info.exercise) settings.finishedMatch(this.code);
    if (!this.#acting) this.#draft.drop();
    announcer.say(tellAll(this.speaker, told, this.web));
    playSound(position.news, this.seat, this.web, this.together);
    if (!this.#reel.behind) this.#askLegal();
  }

  /** Any tap or key finishes running motion: what waits is shown at once. */
  hurry(): void {
    if (this.#back.running) this.lookNow();
    this.#reel.hurry();
  }

  /** For a hand that is quicker than the table: what was sent is answered and shown, and what can be done now is known. */
  async ready(): Promise<void> {
    await this.#sent;
    this.hurry();
    await this.#legalAsked;
  }

  #askLegal(): void {
    this.#legalAsked = this.#findLegal();
  }
  async #findLegal(): Promise<void> {
    this.legal = null;
    if (!this.#acting || this.web?.live) return;
    const asked = this.#now;
    const reply = await this.#connection.ask({ t: "legal", id: this.#client.next() });
    if (reply?.t === "legal" && asked === this.#now) this.legal = reply.actions as Action[];
  }

  async legalOf(family: string): Promise<readonly Action[]> {
    const reply = await this.#connection.ask({ t: "legal", id: this.#client.next(), family });
    return reply?.t === "legal" ? (reply.actions as Action[]) : [];
  }

  #ask(message: Extract<Message, { id: number }>, changes = true): Promise<Refusal | null> {
    const asked = this.#answered(message, changes);
    if (changes) this.#sent = asked;
    return asked;
  }
  async #answered(message: Extract<Message, { id: number }>, changes: boolean): Promise<Refusal | null> {
    this.slip = null;
    if (this.seat === null) return refusalOf(this, SPECTATOR);
    if (changes) this.#sending++;
    const reply = await this.#connection.ask(message);
    if (changes) this.#sending--;
    if (reply === null) return refusalOf(this, OFFLINE);
    return reply.t === "refused" ? refusalOf(this, reply) : null;
  }
}
