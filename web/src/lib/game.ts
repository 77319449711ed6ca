// The contract between the shell (home, table frame, log, chat, replay) and a game's `web/` folder.
// A game's `web/index.ts` exports a GameWeb by default; `web/Miniature.svelte` is its picture on the home page;
// `web/strings.<language>.json` holds its words. The shell finds all three by looking (import.meta.glob).
import type { Component, Snippet } from "svelte";
import type { KeyMap } from "./keymap.svelte";
import type * as protocol from "./protocol";
import type { SeatInfo, TableInfo } from "./protocol";
import type { Sound } from "./sound";

export type View = Record<string, any>;
export type Action = { action: string; [param: string]: any };

export interface GameEvent {
  n: number;
  event: string;
  seat?: number;
  [param: string]: any;
}

export interface Refusal {
  code: string;
  rule: string;
  /** in this page's language */
  words: string;
}

/** What an action would bring about, as far as my seat may know. `{...table.view, ...preview.changes}` is the view after it; `events` go
 * on to `stops_at`, which may be in the middle of the action; `unfinished`: it cannot be played yet, only looked at (points are left);
 * `if`: how it goes on under the assumption that was named, with changes counted from the present view, too. */
export type Preview = Omit<protocol.Preview, "t" | "id">;

export const isRefusal = (answer: object): answer is Refusal => "words" in answer;

/** Says a string of the shell or of the game in the current language: `t("chat.title")`. */
export type Say = (key: string, params?: Record<string, any>) => string;

/** A table as the shell offers it to a game. Everything is reactive. */
export interface TableContext {
  readonly info: TableInfo;
  readonly seat: number | null; // null: a spectator, or a replay
  readonly seats: readonly SeatInfo[];
  readonly names: readonly string[]; // what each seat is called
  readonly view: View; // the position to draw: now, or an earlier one
  readonly news: readonly GameEvent[]; // what led to this position from the one before, to be animated; empty after a jump
  readonly events: readonly GameEvent[]; // everything told up to this position
  readonly past: boolean; // an earlier position or a replay: nothing can be done
  readonly over: boolean;
  readonly myTurn: boolean; // I may act now (false while past)
  readonly legal: readonly Action[] | null; // my actions now but for those of families with very many (a movement); null while not known
  legalOf(family: string): Promise<readonly Action[]>; // all of one family, however many
  readonly busy: boolean; // an action is on its way
  ready?(): Promise<void>; // what is on its way is answered and shown, and `legal` is known
  readonly online: boolean;
  readonly canUndo: boolean;
  readonly draft: any; // this seat's half-made action as last kept by the server, or null
  readonly notes: string; // this seat's private notes; a game may keep a structure of its own in them
  readonly reducedMotion: boolean;
  /** how long, in ms, a person has been gone; null: here, or no person. Not there in a replay */
  goneFor?(seat: number): number | null;
  /** what is left, in ms, of a seat's move and of its bank; null: no clocks */
  clockOf?(seat: number): { left: number; bank: number; runs: boolean } | null;
  /** in games with time: the table's time in ms, as well as this page knows it; deadlines and `at` count by it */
  now(): number;
  readonly standstill?: { why: "people" | "countdown" } | null; // in games with time: why nobody can play just now, said over the board
  readonly lag: number | null; // in games with time: how long, in ms, my line takes one way; null while not measured
  setNotes(notes: string): void; // at most 8000 characters; kept on the server, mirrored to other tabs
  setDraft(draft: any): void; // kept on the server (at most 2 kB), mirrored to other tabs; survives a reload
  act(action: Action): Promise<Refusal | null>;
  ask(action: Action): Promise<Refusal | null>; // would it be allowed? null: yes
  /** what it would bring about; `assume` is an assumption that the game declares (its `assumptions.py`). Asked once for each position. */
  preview(action: Action, assume?: string): Promise<Preview | Refusal>;
  /** what a topic of the game's help (its `help.py`) says about this position, where the table allows it */
  help<Found = any>(topic: string, about?: string): Promise<{ found: Found } | Refusal>;
  undo(): Promise<Refusal | null>;
  /** shows a refusal as a slip near the element that was tapped, and tells it to the live region */
  refuse(refusal: Refusal, near?: Element | null): void;
  /** tells something to the screen reader */
  announce(words: string): void;
  openRule(rule: string): void;
  /** leaves this match and begins another with the same bots and these options changed; not there where other people sit, or in a replay */
  readonly startOver?: (options: Record<string, any>) => Promise<void>;
  /** shows the game's Folder: on a desktop its tab, on a phone its sheet */
  openFolder?(): void;
  /** done with the Folder: on a phone its sheet makes room for the board */
  shutFolder?(): void;
  readonly t: Say;
  /** the words of an event, as in the log */
  tell(event: GameEvent): string;
}

/** All that one pair of eyes was told of a match, from the first view to the last event. */
export interface Told {
  readonly first: View;
  readonly events: readonly GameEvent[];
}

/** A match in real time that is over and runs again, at any speed and through any eyes. Everything is reactive. */
export interface ReelContext {
  readonly table: TableContext; // the position of the moment that is shown, through the chosen eyes
  readonly eyes: string; // a seat's number, "spectator", or "all": everything open
  readonly told: Told; // through the chosen eyes
  readonly open: Told | null; // everything open; null in a file of what one viewer saw
  readonly me: number | null; // the seat that this browser had at that table
  readonly moment: number; // ms of the table's time
  readonly end: number;
  readonly playing: boolean;
  seek(moment: number): void; // goes on playing if it did
  through(eyes: string): void;
}

/** An event that a hint or a step of a proof speaks of, to be drawn on the board. */
export interface CaseMark {
  readonly event: GameEvent;
  readonly number: number | null; // of the step; null: a hint
}

/** What a game keeps for one open table: the half-made action, what is selected. A class with runes. */
export type Desk = any;

export type Part = Component<{ table: TableContext; desk: Desk }>;

export interface GameWeb {
  desk(table: TableContext): Desk;
  /** whose turn it is and what is asked, one line: "Your turn: spread 6 points" */
  turnLine(table: TableContext, desk: Desk): string;
  /** a game in real time: steps are shown the moment they come, `legal` is not asked for (the view says enough), only `sounds` sound.
   * Everybody may act at any moment; `mine` says when something waits for this seat alone, and the bell rings */
  live?: { mine(view: View, seat: number): boolean };
  /** the board itself shows who sits where, who is away and whose turn it is: there are no plates beside it */
  seatsOnBoard?: boolean;
  /** the seat that a name stands for (`agent: green`): sentences then say who sits there */
  seatOf?(kind: string, value: string): number | null;
  /** how long, in ms, the pictures of these events take before the next step is shown; 500 unless told. What `seat` itself did was seen
   * while it was made; what nobody can see takes no time */
  pace?(news: readonly GameEvent[], seat: number | null): number;
  /** the events with which a turn begins: the log has a number for each, and the last moves are shown again from there */
  turnBegins?: readonly string[];
  /** events of these families that follow each other are one entry of the log, in the words of `board.log.<family>` */
  brief?: readonly string[];
  /** whether an event is an entry of the log; it is, unless told. What all are told later in other words may be left out */
  logs?(event: GameEvent): boolean;
  /** toggles of the table that should not be overlooked: they come first in the lobby, and can be changed with the rematch */
  offersFirst?: readonly string[];
  /** options of the table whose number is a seat: they are shown with the names of those who sit there */
  seatOptions?: readonly string[];
  /** whether people can share one device with these options: behind a curtain, or openly, as there is nothing to hide; null: they cannot */
  hotseat?(options: Record<string, any>): "curtain" | "open" | null;
  /** whether an option means something with so many seats; it does, unless told */
  offers?(option: string, seats: number): boolean;
  /** by the number of an event: the key of a word that marks its entry in the log, as what decided the match */
  marks?(events: readonly GameEvent[]): ReadonlyMap<number, string>;
  /** the sound of an event (`$lib/sound`), by its name or, as in strings, by `name.parameter=value`; the shell adds the bell of my turn */
  sounds?: Readonly<Record<string, Sound>>;
  /** those of them that not everybody hears of: they are silent where people sit together */
  ownSounds?: readonly string[];
  /** does what the lit main button does: Enter asks for it, wherever the focus is. False if that button is not lit */
  confirm?(table: TableContext, desk: Desk): boolean;
  /** keys of the whole page that the game understands, without Enter and Space; true if it was one */
  onKey?(event: KeyboardEvent, table: TableContext, desk: Desk): boolean;
  /** keys that everybody may choose for themselves: they are listed with the keys of the page, instead of `board.keys` */
  keys?: KeyMap;
  /** square, as large as fits; holds what can be tapped */
  Board: Part;
  /** undo, confirm, the questions of this game: a line below the board, pinned within the thumb's reach on a phone. No more than two rows
   * of buttons; what is lit has the class `lit`, the main button `go`, so that nothing is laid over it */
  Actions: Part;
  /** on a phone, right below the board: what the half-made action would bring about, or how to make one. On a desktop the board shows it */
  Preview?: Part;
  /** what all can see, in short */
  Summary: Part;
  /** my covered secrets and my hand */
  Secrets: Part;
  /** a tab of its own beside the log: the dossier, the notebook. `folderKey` is the string of its title */
  Folder?: Part;
  folderKey?: string;
  /** the end as a scene; the shell adds rematch, review and home below it */
  Reveal: Part;
  /** after the end of a game in real time: who did what when, instead of the board and the log. `controls` is the shell's: play, speed, eyes */
  Reel?: Component<{ reel: ReelContext; controls: Snippet }>;
  /** the match on a big screen, all of it, as a spectator may see it; without it the board stands there, beside the seats and the summary.
   * `corner` is the shell's: how to join; `says` is a sentence of the log with the signs of its names, each of which can be asked about */
  Stage?: Component<{ table: TableContext; desk: Desk; title: string; corner: Snippet; says: Snippet<[GameEvent]> }>;
  /** laid over the board while a case is solved: what is asked about (the parameters of the question), and what a hint or the proof
   * points at */
  CaseMarks?: Component<{ table: TableContext; desk: Desk; about: Readonly<Record<string, any>>; marks: readonly CaseMark[] }>;
  /** a few signs in a seat's plate: cards in hand, answered or not */
  Badge?: Component<{ table: TableContext; desk: Desk; seat: number }>;
  /** the picture of a card, an agent, a piece or a place, for the note that says what it is (`data-thing="kind:value"`); about 90 px */
  Thing?: Component<{ kind: string; value: string }>;
  /** a name inside a sentence of the log, with its sign: `kind` is what GameInfo.params says after the colon */
  Chip?: Component<{ kind: string; value: string; text: string }>;
}
