// Written from src/topsecret/server/protocol.py by `python -m topsecret.server.describe --write`; do not edit.

export const VERSION = 1;

/** One seat, as everybody sees it. */
export interface SeatInfo {
  kind: "open" | "person" | "bot";
  name: string;
  bot: string;
  here: boolean;
}

/** A table, as everybody sees it. */
export interface TableInfo {
  code: string;
  game: string;
  options: Record<string, any>;
  seats: Array<SeatInfo>;
  host: number;
  state: "waiting" | "playing" | "over";
  spectators: number;
  commitment: string;
  rematch: string;
}

/** Something said at the table. */
export interface Said {
  t: "said";
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

/** One thing that happened, as one viewer is told it. */
export interface Step {
  events: Array<Record<string, any>>;
  changes: Record<string, any>;
}

/** The first message. Answered by Sync. */
export interface Hello {
  t: "hello";
  v: number;
  client: string;
  since?: number;
}

/** Plays an action. `id` is this client's own number, rising; a message that comes twice counts once. Answered by Done or Refused. */
export interface Act {
  t: "act";
  id: number;
  action: any;
}

/** Takes the last action back, where nothing was learned since. Answered by Done or Refused. */
export interface Undo {
  t: "undo";
  id: number;
}

/** Would this action be allowed? Answered by Done (yes) or Refused. Changes nothing. */
export interface Ask {
  t: "ask";
  id: number;
  action: any;
}

/** All actions of my seat now. Answered by LegalNow. */
export interface Legal {
  t: "legal";
  id: number;
}

/** A half-made action, kept for this seat and mirrored to its other connections. Never told to others; gone once the seat acts. */
export interface Draft {
  t: "draft";
  draft: any;
}

/** This seat's private notes, whole. Kept, and mirrored to its other connections. */
export interface Note {
  t: "note";
  notes: string;
}

/** Says something to the whole table. Only seats may. */
export interface Say {
  t: "say";
  id: number;
  text: string;
}

/** My nickname. */
export interface Rename {
  t: "rename";
  name: string;
}

/** Before the start, host only: what is given is changed. */
export interface Arrange {
  t: "arrange";
  seats?: number | null;
  options?: Record<string, any> | null;
}

/** Before the start, host only: a bot sits down on an open seat, is exchanged, or (empty name) leaves it. */
export interface SetBot {
  t: "set_bot";
  seat: number;
  bot: string;
}

/** Before the start, host only: the person on that seat has to go. */
export interface Remove {
  t: "remove";
  seat: number;
}

/** Before the start: my seat is open again. */
export interface Leave {
  t: "leave";
}

/** Before the start, host only. Open seats get the best bot there is. */
export interface Start {
  t: "start";
}

/** After the end: a new table with the same seats. Its code comes with Table; `POST /api/tables/CODE/follow` brings one's seat along. */
export interface Rematch {
  t: "rematch";
}

/** Everything from the first position on. Answered by Past. */
export interface History {
  t: "history";
  id: number;
}

/** Answered by Pong. A connection that is silent for 60 s is closed. */
export interface Ping {
  t: "ping";
}

/** Everything that this viewer may know now. */
export interface Sync {
  t: "sync";
  v: number;
  table: TableInfo;
  seat: number | null;
  view: Record<string, any> | null;
  events: Array<Record<string, any>>;
  since: number;
  can_undo: boolean;
  chat: Array<Said>;
  notes: string;
  draft: any;
  last: number;
}

/** The table has changed: who is here, names, options, the start, the end. */
export interface Table {
  t: "table";
  table: TableInfo;
}

/** What happened. */
export interface Steps {
  t: "steps";
  n: number;
  can_undo: boolean;
  steps: Array<Step>;
}

/** The message with this `id` counted, and is on the disk if it was an action. */
export interface Done {
  t: "done";
  id: number;
}

/** The message with this `id` changed nothing: why, by code. For a broken rule its number; words are in each language's strings. */
export interface Refused {
  t: "refused";
  id: number;
  code: string;
  rule: string;
  message: string;
}

export interface LegalNow {
  t: "legal";
  id: number;
  actions: Array<Record<string, any>>;
}

/** Another connection of this seat has changed the draft. */
export interface Drafted {
  t: "draft";
  draft: any;
}

/** Another connection of this seat has changed the notes. */
export interface Noted {
  t: "note";
  notes: string;
}

/** The first view and every step from there, through this viewer's eyes. */
export interface Past {
  t: "past";
  id: number;
  first: Record<string, any>;
  steps: Array<Step>;
}

export interface Pong {
  t: "pong";
}

/** A message could not be read or was not allowed. The connection may be closed after it. */
export interface Problem {
  t: "problem";
  code: string;
  message: string;
}

/** The server closes this connection: `stopping` (come back in a moment), `removed`, `idle`; who reads too slowly is just cut off. */
export interface Bye {
  t: "bye";
  code: string;
}

/** One option of a game. Its words are in the game's strings: `option.NAME`, `option.NAME.help`. */
export interface OptionInfo {
  name: string;
  default: any;
  kind: "toggle" | "number" | "choice" | "some";
  choices: Array<any>;
}

export interface GameInfo {
  id: string;
  title: string;
  seats: Array<number>;
  usual_seats: number;
  options: Array<OptionInfo>;
  bots: Array<string>;
  timed: boolean;
  params: Record<string, Record<string, string>>;
  names: Record<string, Record<string, string>>;
}

/** `GET /api/games` */
export interface Games {
  version: number;
  games: Array<GameInfo>;
}

/** `GET /api/games/ID/rules?language=de`: the rules page of a game, in that language or in English. */
export interface Rules {
  language: string;
  markdown: string;
}

/** `POST /api/tables`: the game alone is enough. Whoever makes a table sits on seat 0 and is the host. */
export interface NewTable {
  game: string;
  name?: string;
  seats?: number | null;
  options?: Record<string, any>;
  bots?: Array<string>;
  start?: boolean;
}

/** The answer to making, joining, claiming and following: a cookie for the seat comes with it. */
export interface Seated {
  code: string;
  seat: number;
}

/** `POST /api/tables/CODE/join`: the first open seat, or this one. Before the start only. */
export interface Join {
  name: string;
  seat?: number | null;
}

/** `GET /api/tables/CODE`: the table and the seats that this browser holds there. */
export interface Look {
  table: TableInfo;
  mine: Array<number>;
  actors: Array<number>;
}

/** `POST /api/tables/CODE/transfer`: a token for another device, good once and for ten minutes. */
export interface Transfer {
  seat: number;
}

export interface Transferred {
  token: string;
  seconds: number;
}

/** `POST /api/tables/CODE/claim`: a token becomes a cookie for that seat. Answered by Seated. */
export interface Claim {
  token: string;
}

/** `POST /api/tables/CODE/follow`: my seat at the rematch of this table. Answered by Seated. */
export interface Follow {
  seat: number;
}

/** One drawn outcome, with all that was possible, so that anybody can draw it again. */
export interface Outcome {
  family: string;
  occurrence: number;
  possible: Array<[string, number]>;
  drawn: string;
}

/** `GET /api/tables/CODE/replay?eyes=E` and `POST /api/replay?eyes=E` with a match file as the body. E: a seat, `spectator` or `all`. While a match runs, only through one's own eyes; `GET /api/tables/CODE/seen` gives the same as a file to keep. */
export interface Replay {
  format: string;
  game: string;
  seats: number;
  options: Record<string, any>;
  names: Array<string>;
  eyes: string;
  over: boolean;
  first: Record<string, any>;
  steps: Array<Step>;
  result: Record<string, any> | null;
  fairness: Record<string, any> | null;
  outcomes: Array<Outcome>;
}

/** Every HTTP answer that is not 2xx. */
export interface Failure {
  code: string;
  message: string;
}

export type Message = Hello | Act | Undo | Ask | Legal | Draft | Note | Say | Rename | Arrange | SetBot | Remove | Leave | Start | Rematch | History | Ping;

export type Answer = Sync | Table | Steps | Done | Refused | LegalNow | Drafted | Noted | Said | Past | Pong | Problem | Bye;
