// Who has the case, in one line.
import type { TableContext } from "$lib/game";
import type { Desk } from "./desk.svelte";

export function turnLine(table: TableContext, desk: Desk): string {
  const { t, view, seat } = table;
  if (view.phase === "over" || view.phase === "begin") return t(`phase.${view.phase}`);
  if (view.phase === "ready") return t("board.turn.ready");
  const name = table.names[view.holder];
  if (view.first_round) return t(view.holder === seat ? "board.turn.my_draw" : "board.turn.draws", { name });
  return desk.hasCase ? t("board.turn.mine") : t(view.holder === seat ? "board.turn.mine" : "board.turn.holds", { name });
}
