// Written from src/topsecret/server/protocol.py by `python -m topsecret.server.describe --write`; do not edit.

export const VERSION = 1;

export type ErrorCode =
  | "unknown_action"
  | "not_your_turn"
  | "cannot_undo"
  | "no_such_seat"
  | "unknown_assumption"
  | "help_off"
  | "unknown_topic"
  | "no_such_table"
  | "set_aside"
  | "not_saved"
  | "too_many"
  | "spectator"
  | "not_yours"
  | "not_started"
  | "started"
  | "not_over"
  | "not_running"
  | "not_gone"
  | "too_early"
  | "bot_plays"
  | "paused"
  | "time_over"
  | "not_proposed"
  | "duel"
  | "no_rematch"
  | "no_exercise"
  | "unknown_exercise"
  | "empty"
  | "too_long"
  | "too_late"
  | "standstill"
  | "unknown_game"
  | "bad_options"
  | "bad_terms"
  | "bad_name"
  | "unknown_bot"
  | "not_host"
  | "no_person"
  | "yourself"
  | "full"
  | "seat_taken"
  | "somebody_sits_there"
  | "no_code"
  | "no_such_case"
  | "bad_request"
  | "bad_token"
  | "not_owner"
  | "door_fixed"
  | "no_network"
  | "table_closed"
  | "draining"
  | "quiet"
  | "bad_eyes"
  | "bad_file"
  | "too_large"
  | "too_slow"
  | "version"
  | "stopping"
  | "refused"
  | "internal";

export type ProgramErrorCode =
  | "bad_argument"
  | "bad_message"
  | "no_hello"
  | "hello_again"
  | "binary"
  | "not_json"
  | "not_found"
  | "wrong_method"
  | "wrong_host"
  | "wrong_origin";

export type ByeCode =
  | "stopping"
  | "removed"
  | "left"
  | "idle"
  | "closed"
  | "table_closed";

/** One seat, as everybody sees it. */
export interface SeatInfo {
  kind: "open" | "person" | "bot";
  name: string;
  bot: string;
  here: boolean;
  gone_ms: number | null;
  stand_in: string;
  clock: ClockInfo | null;
}

/** The clock of a seat when this was sent; the client counts on. It says who was asked when, and nothing else. */
export interface ClockInfo {
  left_ms: number;
  bank_ms: number;
  runs: boolean;
  drains: boolean;
}

/** What happens when somebody goes; set by the host before the start. */
export interface Terms {
  grace_s: number;
  stand_in: string;
  move_s: number;
  bank_s: number;
  answer_s: number;
  late: "bot" | "loses";
}

/** In a game with time: play stands still, and the table's time with it. Nobody can act meanwhile. After `people` comes `countdown`. */
export interface Standstill {
  why: "people" | "countdown";
  ms: number;
}

/** What waits for all people who sit there to agree. */
export interface Proposal {
  what: "pause" | "play_on" | "stop" | "seat";
  by: number | null;
  seat: number | null;
  name: string;
  yes: Array<number>;
  waits_for: Array<number>;
}

/** A table, as everybody sees it. */
export interface TableInfo {
  code: string;
  game: string;
  options: Record<string, any>;
  seats: Array<SeatInfo>;
  host: number;
  state: "waiting" | "playing" | "over";
  terms: Terms;
  paused: boolean;
  unfinished: boolean;
  proposals: Array<Proposal>;
  spectators: number;
  stages: number;
  commitment: string;
  followed: Array<number>;
  rematch: string;
  shown_notes: Array<Record<string, string>>;
  standstill: Standstill | null;
  public: boolean;
  quiet: boolean;
  exercise: string;
}

/** Something that people did at the table while the match ran: who plays a seat from now on. */
export interface Happened {
  t: "happened";
  n: number;
  what: "went_away" | "stood_in" | "came_back" | "handed_over" | "replaced" | "paused" | "resumed" | "stopped" | "timed_out";
  seat: number;
  by: number | null;
  bot: string;
  name: string;
}

/** Something said at the table. */
export interface Said {
  t: "said";
  n: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  reaction: "hello" | "well_played" | "thanks" | "oops" | "wow" | "sorry" | "hurry" | "good_game" | "";
}

/** One thing that happened, as one viewer is told it. */
export interface Step {
  events: Array<Record<string, any>>;
  changes: Record<string, any>;
}

/** The first thing that is not one's own to know or to decide. */
export interface Stop {
  why: "outcome" | "secret" | "answer";
  family: string;
  field: string;
  seats: Array<number>;
}

/** How it would go on. */
export interface Ahead {
  events: Array<Record<string, any>>;
  changes: Record<string, any>;
  stops_at: Stop | null;
  whatever: Array<Record<string, any>>;
}

/** Why an action cannot be played, by code and rule. */
export interface Reason {
  code: string;
  rule: string;
}

/** The first message. Answered by Sync. */
export interface Hello {
  t: "hello";
  v: number;
  client: string;
  since?: number;
  stage?: boolean;
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

/** What would this action bring about? Answered by Preview, or by Refused if it is not allowed. Changes nothing. */
export interface Ask {
  t: "ask";
  id: number;
  action: any;
  assume?: string | null;
}

/** Help beyond the view, worked out from what my seat has seen. Answered by HelpNow, or by Refused where the table plays without. */
export interface Help {
  t: "help";
  id: number;
  topic: string;
  about?: string;
}

/** Have I done what this exercise asks? Judged from what my seat has seen and written, and from this answer where it asks for one. Answered by Judged, or by Refused where the table is no exercise. Changes nothing. */
export interface Attempt {
  t: "attempt";
  id: number;
  answer?: any;
}

/** The actions of my seat now. Answered by LegalNow. Families of more than 100 actions are only counted; `family` lists one. */
export interface Legal {
  t: "legal";
  id: number;
  family?: string;
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

/** Says something ready-made to the whole table; all read it in their own language. Only seats may. Answered by Done or Refused. */
export interface React {
  t: "react";
  id: number;
  reaction: "hello" | "well_played" | "thanks" | "oops" | "wow" | "sorry" | "hurry" | "good_game";
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
  terms?: Terms | null;
}

/** Before the start, host only: the table is listed for everybody who comes to this server, or no longer. */
export interface Publish {
  t: "publish";
  public: boolean;
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

/** Before the start my seat is open again. While the match runs I say goodbye, and my seat stays mine; whoever comes back is back. */
export interface Leave {
  t: "leave";
}

/** Lets a bot play on for a person who has been gone for the grace time. It gets what that seat may know, and nothing else. */
export interface StandIn {
  t: "stand_in";
  seat: number;
}

/** Host only: somebody else is host. */
export interface HandOver {
  t: "hand_over";
  seat: number;
}

/** A pause, its end, or to stop the match for good (not in duels: there one resigns). It holds when all people who sit there agree; what the host says about a pause, and whoever asked for it about its end, holds at once. */
export interface Propose {
  t: "propose";
  what: "pause" | "play_on" | "stop";
}

/** Agrees to a proposal, or says no, and then it is gone. */
export interface Vote {
  t: "vote";
  what: "pause" | "play_on" | "stop" | "seat";
  yes: boolean;
  seat?: number | null;
}

/** I play my seat again. Hello says the same. */
export interface Back {
  t: "back";
}

/** Before the start, host only. Open seats get bots of medium strength. */
export interface Start {
  t: "start";
}

/** After the end: a new table with the same seats. Its code comes with TableChanged; one's seat there with `POST /api/tables/CODE/follow`, which is a yes. When all people have said it the rematch starts. */
export interface Rematch {
  t: "rematch";
  options?: Record<string, any>;
}

/** Positions of the past: a page that holds the event with the number `n`. Answered by Past. */
export interface History {
  t: "history";
  id: number;
  n?: number;
}

/** Answered by Pong. A connection that is silent for 60 s is closed. */
export interface Ping {
  t: "ping";
}

/** The number of a Pong, sent back at once: by it the server measures how long this line takes. Has no answer. */
export interface Echo {
  t: "echo";
  n: number;
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
  happened: Array<Happened>;
  notes: string;
  draft: any;
  last: number;
  now: number | null;
}

/** The table has changed: who is here, names, options, the start, the end. */
export interface TableChanged {
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
  code: ErrorCode | ProgramErrorCode | string;
  rule: string;
  message: string;
}

/** What an action would bring about, as far as this seat may know: the events up to the first thing that is not its own to know or to decide, and what would be different after the last action that is through. */
export interface Preview {
  t: "preview";
  id: number;
  events: Array<Record<string, any>>;
  changes: Record<string, any>;
  stops_at: Stop | null;
  unfinished: Reason | null;
  if: Ahead | null;
}

/** What a topic says; its form is the topic's own. */
export interface HelpNow {
  t: "help";
  id: number;
  topic: string;
  about: string;
  found: any;
}

/** What the exercise says to an attempt. */
export interface Judged {
  t: "judged";
  id: number;
  done: boolean;
  word: string;
  params: Record<string, any>;
  light: Array<string> | null;
}

/** Actions that are too many to be listed unasked. */
export interface FamilyCount {
  family: string;
  count: number;
}

export interface LegalNow {
  t: "legal";
  id: number;
  actions: Array<Record<string, any>>;
  more: Array<FamilyCount>;
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

/** An earlier view and the steps from there, through this viewer's eyes. A long match has many pages. */
export interface Past {
  t: "past";
  id: number;
  told: number;
  first: Record<string, any>;
  steps: Array<Step>;
}

/** In games with time the client sends the number back at once, as Echo. */
export interface Pong {
  t: "pong";
  n: number;
  now: number | null;
}

/** A message could not be read or was not allowed. The connection may be closed after it. */
export interface Problem {
  t: "problem";
  code: ErrorCode | ProgramErrorCode;
  message: string;
}

/** The server closes this connection; who reads too slowly is just cut off. */
export interface Bye {
  t: "bye";
  code: ByeCode;
}

/** One option of a game. Its words are in the game's strings: `option.NAME`, `option.NAME.help`. */
export interface OptionInfo {
  name: string;
  default: any;
  kind: "toggle" | "number" | "choice" | "some";
  choices: Array<any>;
}

/** One thing that is done in a lesson: an action, notes, or an answer, after a while where the game has time. */
export interface LessonStep {
  act: string;
  notes: string;
  answer: any;
  wait: number;
}

/** A lesson of a game: the exercise `lesson/KEY`. Its words are in the game's strings, under `lesson.KEY`. */
export interface LessonInfo {
  key: string;
  light: Array<string>;
  choices: Array<string>;
  folder: boolean;
  solution: Array<LessonStep>;
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
  lessons: Array<LessonInfo>;
  topics: Array<string>;
}

/** `GET /api/games` */
export interface Games {
  version: number;
  games: Array<GameInfo>;
  quiet: boolean;
}

/** A table that its host has listed, while it waits and has room. */
export interface PublicTable {
  code: string;
  game: string;
  host: string;
  seats: number;
  open: number;
}

/** `GET /api/public` */
export interface PublicTables {
  tables: Array<PublicTable>;
}

/** `GET /healthz` */
export interface Health {
  ok: boolean;
  version: string;
  protocol: number;
  draining: boolean;
}

/** `GET /api/games/ID/rules?language=de`: the rules page of a game, in that language or in English. */
export interface Rules {
  language: string;
  markdown: string;
  pictures: Record<string, Array<string>>;
}

/** A card, a piece, a place, or a word of a game. */
export interface Thing {
  kind: string;
  value: string;
  title: string;
  names: Array<string>;
  effect: string;
  rules: Array<string>;
}

/** `GET /api/games/ID/things?language=de`: what everything in a game is, in that language or in English. */
export interface Things {
  language: string;
  things: Array<Thing>;
  rules: Record<string, string>;
}

/** `POST /api/tables`: the game alone is enough. Whoever makes a table sits on seat 0 and is the host. */
export interface NewTable {
  game: string;
  name?: string;
  seats?: number | null;
  options?: Record<string, any>;
  bots?: Array<string>;
  start?: boolean;
  terms?: Terms;
}

/** `POST /api/exercises`: a table that belongs to this browser alone, made from the id of a lesson or a case, begun at once. It is in no list, and nothing of it can be verified. Answered by Seated. */
export interface NewExercise {
  game: string;
  exercise: string;
  name?: string;
}

/** The answer to making, joining, claiming and following: a cookie for the seat comes with it. */
export interface Seated {
  code: string;
  seat: number;
  waits: boolean;
}

/** `POST /api/tables/CODE/join`: the first open seat, or this one. In a running match (no duel) one asks for an abandoned seat. */
export interface Join {
  name: string;
  seat?: number | null;
}

/** `GET /api/tables/CODE`: the table and the seats that this browser holds there. */
export interface Look {
  table: TableInfo;
  mine: Array<number>;
  actors: Array<number>;
  result: Record<string, any> | null;
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

/** `GET /api/door`: how others in the network come in. A server that was started for a network is always open. */
export interface Door {
  state: "always" | "open" | "closed";
  address: string;
  mine: boolean;
  guests: number;
}

/** `POST /api/door`, by the owner of the server: lets the network in, or no longer. Answered by Door. */
export interface TurnDoor {
  open: boolean;
}

/** `POST /api/owner`: the token behind the # of the address that `topsecret` opens, good once. Answered by Door, with a cookie. */
export interface ClaimServer {
  token: string;
}

/** `POST /api/tables/CODE/erase`: my name, my notes and what I said at this table are erased, from the log too. The match stays and still verifies. From the start on. Answered by Seated. */
export interface Erase {
  seat: number;
}

/** One drawn outcome, with all that was possible, so that anybody can draw it again. */
export interface Outcome {
  family: string;
  occurrence: number;
  possible: Array<[string, number]>;
  drawn: string;
}

/** What a bot believed and why it moved, in sentences by key (`why.<key>` of the game's strings) with what fills them: a number, a `seat`, a name of the kind that its parameter is called, or an action as the event that it would have been. */
export interface Thought {
  n: number;
  seat: number;
  why: Array<[string, Record<string, any>]>;
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
  unfinished: boolean;
  first: Record<string, any>;
  steps: Array<Step>;
  result: Record<string, any> | null;
  fairness: Record<string, any> | null;
  outcomes: Array<Outcome>;
  happened: Array<Happened>;
  thoughts: Array<Thought>;
}

/** `GET /api/games/ID/pictures/KEY`: a position to draw beside a rule; `picture.KEY` of the game's words says what it shows. */
export interface RulePicture {
  key: string;
  rule: string;
  ring: Array<string>;
  replay: Replay;
}

/** Every HTTP answer that is not 2xx. */
export interface Failure {
  code: ErrorCode | ProgramErrorCode;
  message: string;
}

/** A sentence by its key in the game's words. A parameter that begins with `@` is a key itself, `seat 2` is whoever sits there; a list is said with commas between. */
export interface CaseWords {
  key: string;
  params: Record<string, any>;
  events: Array<number>;
}

export interface CaseChoice {
  value: string;
  key: string;
}

/** What is to be filled in; `kind` is what the game's signs call it. */
export interface CaseBlank {
  label: CaseWords;
  kind: string;
  choices: Array<CaseChoice>;
}

/** A step of the shortest proof. */
export interface CaseStep {
  says: CaseWords;
  left: Array<string>;
  odds: Array<number>;
}

export interface CaseOfTheDay {
  game: string;
  difficulty: "easy" | "medium" | "hard";
  seed: number;
  question: string;
}

/** `GET /api/cases?date=2026-11-18&language=de`: the case of each game for that day, the same on every server. */
export interface CasesOfTheDay {
  date: string;
  cases: Array<CaseOfTheDay>;
}

/** `GET /api/cases/GAME?difficulty=D&seed=S`: a case without its answer, for one of the seeds that every server knows. */
export interface CaseFile {
  id: string;
  game: string;
  version: number;
  difficulty: "easy" | "medium" | "hard";
  seed: number;
  question: CaseWords;
  about: CaseWords;
  blanks: Array<CaseBlank>;
  evidence: Array<number>;
  hints: number;
  exercise: string;
  seeds: Record<string, Array<number>>;
  replay: Replay;
}

/** `GET /api/cases/GAME/hint?difficulty=D&seed=S&number=1` */
export interface CaseHint {
  says: CaseWords;
}

/** `POST /api/cases/GAME/try`: one answer, a value for each blank; where it is played, the actions. Answered by CaseTried. */
export interface CaseTry {
  difficulty: "easy" | "medium" | "hard";
  seed: number;
  answer: Array<string>;
}

export interface CaseTried {
  right: boolean;
  answer: Array<string>;
  proof: Array<CaseStep>;
  replay: Replay | null;
}

export type Message = Hello | Act | Undo | Ask | Help | Attempt | Legal | Draft | Note | Say | React | Rename | Arrange | Publish | SetBot | Remove | Leave | StandIn | Back | HandOver | Propose | Vote | Start | Rematch | History | Ping | Echo;

export type Answer = Sync | TableChanged | Steps | Done | Refused | Preview | HelpNow | Judged | LegalNow | Drafted | Noted | Said | Happened | Past | Pong | Problem | Bye;
