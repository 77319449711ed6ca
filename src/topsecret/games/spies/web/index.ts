// Everything that the browser shows of spies.
import type { GameWeb, TableContext } from "$lib/game";
import Actions from "./Actions.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import CaseMarks from "./CaseMarks.svelte";
import Chip from "./Chip.svelte";
import { Desk } from "./desk.svelte";
import Folder from "./Folder.svelte";
import { confirm, onKey } from "./keys";
import { logs } from "./log";
import { pace } from "./motion";
import Preview from "./Preview.svelte";
import Reveal from "./Reveal.svelte";
import Secrets from "./Secrets.svelte";
import Summary from "./Summary.svelte";
import Thing from "./Thing.svelte";
import { turnLine } from "./turnline";

const spies: GameWeb = {
  desk: (table: TableContext) => new Desk(table),
  turnLine,
  pace,
  turnBegins: ["turn_begins"],
  seatOptions: ["starter"],
  hotseat: () => "curtain",
  offers: (option, seats) => option !== "sits_out" || seats < 4, // with four and more all agents play
  brief: ["scored", "tipped", "guessed", "pass_by", "passed_over"],
  logs,
  sounds: { roll: "die", move: "step", place_safe: "safe", relocation: "safe", draw: "paper", hand_in: "stamp", scoring: "yes", revealed: "lamp" },
  confirm,
  onKey,
  Board,
  Actions,
  Preview,
  Summary,
  Secrets,
  Folder,
  folderKey: "dossier.title",
  Reveal,
  CaseMarks,
  Badge,
  Chip,
  Thing,
};

export default spies;
