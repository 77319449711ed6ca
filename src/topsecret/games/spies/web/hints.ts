// What to do next with the half-made action, in one line; "" where there is nothing to say.
import type { Desk } from "./desk.svelte";

export function hint(desk: Desk): string {
  const { t } = desk.table;
  switch (desk.mode) {
    case "move":
      return t(desk.small ? "board.hint.move_small" : "board.hint.move");
    case "safe":
      return t("board.hint.safe");
    case "card part":
      if (!desk.card) return desk.playable.length ? t("board.hint.card") : "";
      if (desk.action) return desk.aim.building ? t("board.hint.ready") : "";
      return desk.litBuildings.length ? t("board.hint.place") : t("board.hint.agent", { step: desk.card === "rendezvous" ? (desk.picked.length ? "whom" : "who") : desk.picked.length });
    default:
      return "";
  }
}
