// Everything that the browser shows of paris.
import type { GameWeb, TableContext } from "$lib/game";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import CaseMarks from "./CaseMarks.svelte";
import Chip from "./Chip.svelte";
import { Desk } from "./desk.svelte";
import { confirm, keys, onKey } from "./keys";
import Preview from "./Preview.svelte";
import Reveal from "./Reveal.svelte";
import Reel from "./reel/Reel.svelte";
import Secrets from "./Secrets.svelte";
import Stage from "./stage/Stage.svelte";
import Summary from "./Summary.svelte";
import Thing from "./Thing.svelte";
import { isFace, seatOf } from "./things";
import { turnLine } from "./turnline";

// The log tells what all know; what only I saw is on its slip. The rest is said again by what follows.
const NOT_LOGGED = ["look", "sees", "wink", "wink_over", "eyes_return", "begin", "draw", "draw_agent", "draw_place", "case", "complete"];
const PEOPLE = ["agent", "heldagent", "target", "sight"]; // names that can stand for somebody at the table

const paris: GameWeb = {
  desk: (table: TableContext) => new Desk(table),
  live: { mine: (view, seat) => view.phase === "play" && view.holder === seat },
  seatsOnBoard: true,
  seatOf: (kind, value) => (PEOPLE.includes(kind) && isFace(value) ? seatOf(value) : null),
  turnLine,
  logs: (event) => !NOT_LOGGED.includes(event.event),
  offersFirst: ["slow"],
  seatOptions: ["starter"],
  offers: (option, seats) => option !== "grace_ms" && (option !== "eyes" || seats <= 5), // a table sets grace_ms by itself
  sounds: { wink: "shutter", case: "step", mission: "stamp", caught: "chips", discard_agent: "paper", discard_place: "paper", discard_both: "paper", deal_over: "lamp", deal_begins: "lamp" },
  ownSounds: ["wink"],
  confirm,
  onKey,
  keys,
  Board,
  Actions,
  Preview,
  Summary,
  Secrets,
  Reveal,
  Reel,
  Stage,
  CaseMarks,
  Chip,
  Thing,
};

export default paris;
