// The contract between the shell (home, table frame, log, chat, replay) and a game's `web/` folder.
// A game's `web/index.ts` exports a GameWeb by default; `web/Miniature.svelte` is its picture on the home page;
// `web/strings.<language>.json` holds its words. The shell finds all three by looking (import.meta.glob).
import type { Component } from "svelte";
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
  readonly legal: readonly Action[] | null; // my actions now; null while not known, and where there are too many to list (a movement)
  readonly busy: boolean; // an action is on its way
  readonly online: boolean;
  readonly canUndo: boolean;
  readonly draft: any; // this seat's half-made action as last kept by the server, or null
  readonly notes: string; // this seat's private notes; a game may keep a structure of its own in them
  readonly reducedMotion: boolean;
  setNotes(notes: string): void; // at most 8000 characters; kept on the server, mirrored to other tabs
  setDraft(draft: any): void; // kept on the server (at most 2 kB), mirrored to other tabs; survives a reload
  act(action: Action): Promise<Refusal | null>;
  ask(action: Action): Promise<Refusal | null>; // would it be allowed? null: yes
  undo(): Promise<Refusal | null>;
  /** shows a refusal as a slip near the element that was tapped, and tells it to the live region */
  refuse(refusal: Refusal, near?: Element | null): void;
  /** tells something to the screen reader */
  announce(words: string): void;
  openRule(rule: string): void;
  /** shows the game's Folder: on a desktop its tab, on a phone its sheet */
  openFolder?(): void;
  /** done with the Folder: on a phone its sheet makes room for the board */
  shutFolder?(): void;
  readonly t: Say;
  /** the words of an event, as in the log */
  tell(event: GameEvent): string;
}

/** What a game keeps for one open table: the half-made action, what is selected. A class with runes. */
export type Desk = any;

export type Part = Component<{ table: TableContext; desk: Desk }>;

export interface GameWeb {
  desk(table: TableContext): Desk;
  /** whose turn it is and what is asked, one line: "Your turn: spread 6 points" */
  turnLine(table: TableContext, desk: Desk): string;
  /** how long, in ms, the pictures of these events take before the next step is shown; 500 unless told */
  pace?(news: readonly GameEvent[]): number;
  /** events of these families that follow each other are one entry of the log, in the words of `board.log.<family>` */
  brief?: readonly string[];
  /** events of these families are no entries of the log: what all are told later says the same */
  unlogged?: readonly string[];
  /** the sound of an event, by its name (`$lib/sound`); the shell adds the bell of my turn */
  sounds?: Readonly<Record<string, Sound>>;
  /** keys of the whole page that the game understands; true if it was one */
  onKey?(event: KeyboardEvent, table: TableContext, desk: Desk): boolean;
  /** square, as large as fits; holds what can be tapped */
  Board: Part;
  /** below the board: preview slip (on a phone), undo, confirm, the questions of this game */
  Actions: Part;
  /** what all can see, in short */
  Summary: Part;
  /** my covered secrets and my hand */
  Secrets: Part;
  /** a tab of its own beside the log: the dossier, the notebook. `folderKey` is the string of its title */
  Folder?: Part;
  folderKey?: string;
  /** the end as a scene; the shell adds rematch, review and home below it */
  Reveal: Part;
  /** a few signs in a seat's plate: cards in hand, answered or not */
  Badge?: Component<{ table: TableContext; desk: Desk; seat: number }>;
  /** a name inside a sentence of the log, with its sign: `kind` is what GameInfo.params says after the colon */
  Chip?: Component<{ kind: string; value: string; text: string }>;
}
