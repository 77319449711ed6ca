// Everything that the browser shows of briefcase.
import type { GameEvent, GameWeb, TableContext } from "$lib/game";
import Actions from "./Actions.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import CaseMarks from "./CaseMarks.svelte";
import Chip from "./Chip.svelte";
import { Desk } from "./desk.svelte";
import Folder from "./Folder.svelte";
import { marks } from "./ending";
import { confirm, onKey } from "./keys";
import Preview from "./Preview.svelte";
import Reveal from "./Reveal.svelte";
import Secrets from "./Secrets.svelte";
import Summary from "./Summary.svelte";
import Thing from "./Thing.svelte";
import { turnLine } from "./turnline";

const ANSWERED = 1600; // the stamp comes down, and the spy goes
const LEAVES = 400; // a spy leaves the board
const REST = 250; // to read the line that tells it

const SAID_AGAIN = ["turn_begins", "deal", "move", "answer", "moved", "purge", "expose", "swap"]; // what follows tells the same

function pace(news: readonly GameEvent[]): number {
  let time = REST;
  for (const { event } of news) {
    if (event === "answered") time += ANSWERED;
    if (["captured", "purged", "exposed", "swapped", "was_promoted"].includes(event)) time += LEAVES;
  }
  return time;
}

const briefcase: GameWeb = {
  desk: (table: TableContext) => new Desk(table),
  turnLine,
  hotseat: (options) => (options.answers === "manual" ? null : "curtain"), // answers by hand would need the device in between
  pace,
  brief: ["was"],
  turnBegins: ["turn_begins"],
  seatOptions: ["starter"],
  logs: (event) => !SAID_AGAIN.includes(event.event),
  marks,
  sounds: { "answered.reply=yes": "yes", "answered.reply=no": "no", purged: "no", exposed: "stamp", swapped: "step", learned: "paper", order: "paper", game_over: "lamp" },
  ownSounds: ["order"],
  confirm,
  onKey,
  Board,
  Actions,
  Preview,
  Summary,
  Secrets,
  Folder,
  folderKey: "notebook.title",
  Reveal,
  CaseMarks,
  Badge,
  Chip,
  Thing,
};

export default briefcase;
