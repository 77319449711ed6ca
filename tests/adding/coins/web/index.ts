// Everything that the browser shows of coins.
import type { GameWeb, TableContext } from "$lib/game";
import Actions from "./Actions.svelte";
import Board from "./Board.svelte";
import Reveal from "./Reveal.svelte";
import Secrets from "./Secrets.svelte";
import Summary from "./Summary.svelte";

const coins: GameWeb = {
  desk: () => ({}),
  turnLine: (table: TableContext) => table.t(`phase.${table.view.phase}`),
  Board,
  Actions,
  Summary,
  Secrets,
  Reveal,
};

export default coins;
