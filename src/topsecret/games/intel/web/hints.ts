// One line that says what to do next.
import type { Desk } from "./desk.svelte";

export function hint(desk: Desk): string {
  const { t, view } = desk.table;
  if (desk.mode !== "turn" || desk.action || desk.ending) return "";
  if (desk.typed) return t("board.hint.typed", { typed: desk.typed.toUpperCase() });
  if (desk.fan) return t(`board.fan.${desk.fan.why}`);
  if (desk.role) return t("board.hint.star");
  if (desk.agent && desk.verb && desk.ready.includes(desk.agent)) return desk.lit.size ? t(desk.from ? "board.hint.push_where" : `board.hint.${desk.verb}`) : t("board.hint.verb");
  if (desk.spawnable.length && !desk.ready.length) return t("board.hint.spawn");
  if (desk.spawnable.length) return t("board.hint.spawn_or_agent");
  return desk.ready.length && view.actions_left ? t("board.hint.agent") : t("board.hint.end");
}
