// Whose turn it is and what is asked, in one line.
import type { TableContext } from "$lib/game";
import type { Desk } from "./desk.svelte";
import { readLine, said, standsOn } from "./things";

export function turnLine(table: TableContext, desk: Desk): string {
  const { t, view, seat } = table;
  const other = seat === null ? "" : table.names[1 - seat];
  const who = table.names[view.turn];
  switch (view.phase) {
    case "order": {
      if (desk.mode === "order") return t("board.turn.my_order", { name: other });
      const missing = [0, 1].filter((one) => !view.ordered[one]).map((one) => table.names[one]);
      return t("board.turn.order", { names: missing.join(", ") });
    }
    case "turn":
      if (desk.mode !== "turn" && view.turn === seat) return t("board.turn.yours");
      if (desk.mode !== "turn") return t(view.second ? "board.turn.second" : "board.turn.moves", { name: who });
      if (desk.tool) return t(`board.tool.${desk.tool}.aim`);
      if (desk.chosen) {
        const spy = standsOn(view, desk.chosen)?.spy ?? "";
        return desk.target ? t(`board.turn.arrow.${desk.manner}`, { spy, from: said(desk.chosen), to: said(desk.target) }) : t("board.turn.where", { spy });
      }
      return t(view.second ? "board.turn.my_second" : view.to_announce > 1 ? "board.turn.my_two" : "board.turn.my_move");
    case "answer": {
      const line = readLine(view.line);
      const spy = (line && standsOn(view, line.from)?.spy) ?? "";
      if (desk.mode === "answer") return t("board.turn.my_answer", { name: who, spy });
      return t("board.turn.answer", { name: table.names[1 - view.turn] });
    }
    default:
      return t(`phase.${view.phase.replace(" ", "_")}`);
  }
}
