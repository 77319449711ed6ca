// One viewer's WebSocket: it comes back by itself, says hello with the last event it has, and sends again what was
// not confirmed (in games with time: but for actions, whose moment has passed).
import { VERSION, type Answer, type ByeCode, type ErrorCode, type Message, type Pong, type Sync } from "./protocol";

export type Line = "connecting" | "open" | "lost" | "closed";

export interface Listener {
  /** the number of the last event that is known; 0 asks for everything */
  since(): number;
  answer(answer: Answer): void;
  /** in games with time: the table's time when a pong left, and how long the way there and back took */
  time(now: number, trip: number): void;
  line(line: Line): void;
  /** the line was not opened, several times in a row: maybe the table or the seat is no longer there */
  failing(tries: number): void;
  /** closed for good: the code of Bye or of the problem */
  over(code: string): void;
}

/** What has to arrive, in order, and counts once. */
type Numbered = Extract<Message, { t: "act" | "undo" | "say" | "react" }>;
type Asked = Extract<Message, { id: number }>;
export type Reply = Extract<Answer, { t: "done" | "refused" | "preview" | "help" | "judged" | "legal" | "past" }>;
const REPLIES = new Set<Answer["t"]>(["done", "refused", "preview", "help", "judged", "legal", "past"]);
const isReply = (answer: Answer): answer is Reply => REPLIES.has(answer.t);

const WAITS = [300, 800, 1500, 3000, 6000, 10000];
const PING_EVERY = 20_000;
const MEASURE_EVERY = 4_000; // in games with time, while somebody looks
const SILENT_FOR = 15_000; // after a ping
const FINAL: ReadonlySet<string> = new Set<ErrorCode | ByeCode>(["removed", "left", "version", "not_yours", "table_closed"]);

export class Connection {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer = 0;
  #pings = 0;
  #deaf = 0;
  #pinged = 0;
  #greeted = false;
  #ended = false;
  #waiting = new Map<number, { message: Asked; settle: (reply: Reply | null) => void }>();

  constructor(
    readonly url: string,
    readonly client: ClientId,
    readonly listener: Listener,
    readonly timed = false,
    readonly stage = false,
  ) {
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  /** Sends something that has an answer; null if the connection ends before there is one. */
  ask(message: Asked): Promise<Reply | null> {
    if (this.#ended || (this.#isMomentary(message) && !this.#greeted)) return Promise.resolve(null);
    return new Promise((settle) => {
      this.#waiting.set(message.id, { message, settle });
      if (this.#greeted) this.#put(message);
    });
  }

  /** Sends something without an answer, if the line is open. */
  tell(message: Message): boolean {
    if (!this.#greeted) return false;
    this.#put(message);
    return true;
  }

  /** What is the table's time now? It has stood still. */
  measure(): void {
    if (this.timed && this.#greeted) this.#ping();
  }

  close(): void {
    this.#ended = true;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#silence();
    this.#socket?.close();
    this.#socket = null;
    for (const { settle } of this.#waiting.values()) settle(null);
    this.#waiting.clear();
  }

  #open(): void {
    clearTimeout(this.#timer);
    this.#greeted = false;
    this.listener.line(this.#tries ? "lost" : "connecting");
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#put({ t: "hello", v: VERSION, client: this.client.name, since: this.listener.since(), stage: this.stage });
      this.#pings = window.setInterval(() => this.#isDue() && this.#ping(), this.timed ? MEASURE_EVERY : PING_EVERY);
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket || typeof event.data !== "string") return;
      clearTimeout(this.#deaf);
      this.#deaf = 0;
      this.#hear(JSON.parse(event.data) as Answer);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  #hear(answer: Answer): void {
    if (answer.t === "sync") this.#synced(answer);
    if (answer.t === "pong" && this.timed) this.#measure(answer);
    this.listener.answer(answer);
    if (isReply(answer)) {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      waiting?.settle(answer);
    }
    if (answer.t === "bye" && FINAL.has(answer.code)) this.#finish(answer.code);
    if (answer.t === "problem" && FINAL.has(answer.code)) this.#finish(answer.code);
  }

  /** In a game with time an action is for its moment: it is not done later, when a lost line is back. */
  #isMomentary(message: Asked): boolean {
    return this.timed && message.t === "act";
  }

  /** What counted while we were away is settled; the rest goes out again, with the same numbers and in order. */
  #synced(sync: Sync): void {
    this.#tries = 0;
    this.#greeted = true;
    this.listener.line("open");
    if (this.timed) this.#ping();
    for (const [id, { message, settle }] of [...this.#waiting].sort(([a], [b]) => a - b)) {
      if (isNumbered(message) && id <= sync.last) {
        this.#waiting.delete(id);
        settle({ t: "done", id });
      } else if (this.#isMomentary(message)) {
        this.#waiting.delete(id);
        settle(null);
      } else this.#put(message);
    }
  }

  #put(message: Message): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** What was sent is back: the server measures by the echo, this page by its own clock. */
  #measure(pong: Pong): void {
    this.#put({ t: "echo", n: pong.n });
    if (pong.now !== null) this.listener.time(pong.now, performance.now() - this.#pinged);
  }

  #isDue(): boolean {
    return !document.hidden || performance.now() - this.#pinged >= PING_EVERY - MEASURE_EVERY / 2;
  }

  #ping(): void {
    this.#pinged = performance.now();
    this.#put({ t: "ping" });
    if (!this.#deaf) this.#deaf = window.setTimeout(() => this.#drop(), SILENT_FOR);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#lost();
    socket?.close();
  }

  #lost(): void {
    this.#silence();
    this.#socket = null;
    this.#greeted = false;
    if (this.#ended) return;
    this.listener.line("lost");
    if (this.#tries && this.#tries % 3 === 0) this.listener.failing(this.#tries);
    const wait = WAITS[Math.min(this.#tries++, WAITS.length - 1)];
    this.#timer = window.setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  }

  /** The network or the page is back: no need to wait. */
  #hurry = (): void => {
    if (this.#ended || document.visibilityState !== "visible") return;
    if (this.#socket) this.measure();
    else this.#open();
  };

  #silence(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#pings);
    clearTimeout(this.#deaf);
    this.#deaf = 0;
  }

  #finish(code: string): void {
    this.close();
    this.listener.line("closed");
    this.listener.over(code);
  }
}

const isNumbered = (message: Asked): message is Numbered =>
  message.t === "act" || message.t === "undo" || message.t === "say";

/** This tab's name, and numbers that keep rising over reloads. */
export class ClientId {
  readonly name: string;
  #last: number;

  constructor(key: string) {
    const slot = `topsecret.client.${key}`;
    let name: string | null = null;
    try {
      name = sessionStorage.getItem(slot);
      name ??= fresh();
      sessionStorage.setItem(slot, name);
    } catch {
      name ??= fresh();
    }
    this.name = name;
    this.#last = Date.now();
  }

  next(): number {
    this.#last = Math.max(this.#last + 1, Date.now());
    return this.#last;
  }
}

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
