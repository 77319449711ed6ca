// Whose turn it is and what is asked, in one line.
import type { TableContext } from "$lib/game";
import type { Desk } from "./desk.svelte";
import { code, kindName, roleName } from "./things";

export function turnLine(table: TableContext, desk: Desk): string {
  const { t, view } = table;
  const name = table.names[view.turn] ?? "";
  if (view.phase === "keep") return desk.mode ? t("board.turn.my_keep", { tile: kindName(t, view.extra) }) : t("board.turn.keep", { name });
  if (view.phase !== "turn") return t(`phase.${code(view.phase)}`);
  if (!desk.mode && view.turn === table.seat && !table.past && !table.over) return t("board.turn.soon"); // what fell is still being shown
  if (desk.mode !== "turn") return t("board.turn.theirs", { name, count: view.actions_left });
  if (desk.role) return t("board.turn.spawn", { role: roleName(t, desk.role) });
  if (desk.payer) return t("board.turn.paid", { tile: kindName(t, desk.paidWith!), what: t(`board.verb.${desk.verb}`) });
  return t("board.turn.mine", { count: view.actions_left });
}
