// Everything that the browser shows of intel.
import type { GameWeb, TableContext } from "$lib/game";
import Actions from "./Actions.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import CaseMarks from "./CaseMarks.svelte";
import Chip from "./Chip.svelte";
import { Desk } from "./desk.svelte";
import { confirm, onKey } from "./keys";
import { logs } from "./log";
import Preview from "./Preview.svelte";
import Reveal from "./Reveal.svelte";
import Secrets from "./Secrets.svelte";
import Summary from "./Summary.svelte";
import { pace } from "./trickle";
import Thing from "./Thing.svelte";
import { turnLine } from "./turnline";

const intel: GameWeb = {
  desk: (table: TableContext) => new Desk(table),
  turnLine,
  hotseat: () => "open",
  pace,
  turnBegins: ["turn_begins"],
  seatOptions: ["starter"],
  brief: ["entered", "trickled", "held", "took", "pin_ended", "blockade_ended"],
  logs,
  sounds: {
    entered: "paper", roll: "die", spawn: "step", moved: "step", took: "chips", give: "paper", overloaded: "no", trapped: "no", retired: "yes", kept: "yes",
    returned: "paper", pin: "stamp", unpin: "key", stolen: "chips", block: "safe", pushed: "paper", finished: "lamp",
  }, // prettier-ignore
  confirm,
  onKey,
  Board,
  Actions,
  Preview,
  Summary,
  Secrets,
  Reveal,
  Badge,
  CaseMarks,
  Chip,
  Thing,
};

export default intel;
