// Everything that the browser shows of spies.
import type { GameWeb, TableContext } from "$lib/game";
import Actions from "./Actions.svelte";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import Chip from "./Chip.svelte";
import { Desk } from "./desk.svelte";
import Folder from "./Folder.svelte";
import { onKey } from "./keys";
import { pace } from "./motion";
import Reveal from "./Reveal.svelte";
import Secrets from "./Secrets.svelte";
import Summary from "./Summary.svelte";
import { turnLine } from "./turnline";

const spies: GameWeb = {
  desk: (table: TableContext) => new Desk(table),
  turnLine,
  pace,
  brief: ["scored", "tipped", "guessed"],
  unlogged: ["poll"],
  sounds: { roll: "die", move: "step", place_safe: "safe", relocation: "safe", draw: "paper", hand_in: "stamp", scoring: "yes", revealed: "lamp" },
  onKey,
  Board,
  Actions,
  Summary,
  Secrets,
  Folder,
  folderKey: "dossier.title",
  Reveal,
  Badge,
  Chip,
};

export default spies;
