// What a square is called for those who do not see the board: who stands there, what can be done.
import type { Desk } from "./desk.svelte";
import { chanceWords } from "./odds";
import { pieceName, pieceOf, said, standsOn, type Square, type Standing } from "./things";

/** "your spy 7", "spy 3 of Irina, the rook" */
export function spyWords(desk: Desk, there: Standing): string {
  const { t, names, view } = desk.table;
  const { side, spy } = there;
  const piece = pieceOf(view, side, spy);
  const who = side === desk.eyes ? t("board.spy.mine", { spy }) : t("board.spy.theirs", { spy, name: names[side] });
  const signs = [
    ...(piece ? [pieceName(t, piece)] : []),
    ...(view.promoted[side][spy] ? [t("board.spy.promoted")] : []),
    ...(view.shown[side][spy] === "owner" ? [t("board.spy.revealed")] : []),
    ...(view.extracting === side && view.extractor === spy ? [t("board.spy.holds_out")] : []),
  ];
  return [who, ...signs].join(", ");
}

/** "E2: your spy 1, rook"; it changes with the position alone */
export function whatStands(desk: Desk, square: Square): string {
  const { t, view } = desk.table;
  const there = standsOn(view, square);
  const what = [
    ...(there ? [spyWords(desk, there)] : []),
    ...(view.briefcase === square ? [t(there ? "board.has_briefcase" : "board.briefcase")] : []),
  ];
  return `${said(square)}: ${what.length ? what.join(", ") : t("board.empty")}`;
}

/** what a tap there would do */
export function doing(desk: Desk, square: Square): string {
  const { t } = desk.table;
  if (desk.mode !== "turn") return "";
  if (desk.tool) {
    if (desk.aimed.includes(square)) return ". " + t("board.picked");
    return desk.lit.has(square) ? ". " + t(`board.tool.${desk.tool}.here`) : "";
  }
  if (desk.chosen === square) return ". " + t("board.chosen");
  if (desk.target === square) return ". " + t("board.arrow_here");
  if (desk.chosen && desk.lit.has(square)) {
    const chance = desk.chanceTo(square);
    return ". " + t("board.line", { from: said(desk.chosen) }) + (chance ? ", " + chanceWords(t, chance) : "");
  }
  return desk.ready.has(square) ? ". " + t("board.can_be_chosen") : "";
}

/** What can be asked about on a square: the piece as far as these eyes know it, the briefcase. */
export function thingsOn(desk: Desk, square: Square): string | undefined {
  const there = standsOn(desk.table.view, square);
  const piece = there && pieceOf(desk.table.view, there.side, there.spy);
  const names = [...(there ? [piece ? `piece:${piece}` : "word:spies"] : []), ...(desk.table.view.briefcase === square ? ["word:briefcase"] : [])];
  return names.join("|") || undefined;
}
