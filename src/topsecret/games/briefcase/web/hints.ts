// One line that says what to do next.
import type { Desk } from "./desk.svelte";

export function hint(desk: Desk): string {
  const { t } = desk.table;
  if (desk.mode !== "turn" || desk.target) return "";
  if (desk.tool) return desk.missing ? t(`board.tool.${desk.tool}.hint`) : "";
  if (desk.typed) return t("board.hint.typed", { typed: desk.typed.toUpperCase() });
  if (desk.chosen) return t(desk.odds ? "board.hint.where_odds" : "board.hint.where");
  return t(desk.narrow ? "board.hint.choose_small" : "board.hint.choose");
}
