// Keys of the whole page: squares are typed (d4f6), Backspace takes back, Esc cancels; Y and N answer. Enter confirms.
import type { TableContext } from "$lib/game";
import type { Desk } from "./desk.svelte";
import type { Manner, Square } from "./things";

const MANNER: Record<string, Manner> = { w: "carry", o: "move", p: "push" };

export function confirm(table: TableContext, desk: Desk): boolean {
  if (desk.typed) return ended(desk);
  if (!desk.action || table.busy) return false;
  void desk.confirm(document.querySelector("[data-confirm]"));
  return true;
}

export function onKey(event: KeyboardEvent, table: TableContext, desk: Desk): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || table.past || table.seat === null) return false;
  const key = event.key.toLowerCase();
  if (key === "escape") {
    if (!desk.typed && !desk.chosen && !desk.tool && !desk.looked) return false;
    if (desk.typed) desk.typed = "";
    else desk.letGo();
    return true;
  }
  if (key === "backspace") {
    if (desk.typed) desk.typed = desk.typed.slice(0, -1);
    else if (desk.canBack) void desk.back();
    else return false;
    return true;
  }
  if (desk.mode === "answer" && (key === "y" || key === "n")) {
    const reply = key === "y" ? "yes" : "no";
    void desk.act({ action: "answer", reply }, document.querySelector(`[data-answer="${reply}"]`));
    return true;
  }
  if (desk.mode !== "turn") return false;
  if (desk.target && MANNER[key] && desk.manners.includes(MANNER[key])) {
    desk.setManner(MANNER[key]);
    return true;
  }
  return type(key, desk);
}

/** A letter begins a square, figures finish it: at once where only one square can be meant, else with the next letter or Enter. */
function type(key: string, desk: Desk): boolean {
  if (/^[a-k]$/.test(key)) {
    ended(desk);
    desk.typed = key;
    return true;
  }
  if (!desk.typed || !/^\d$/.test(key)) return false;
  const next = desk.typed + key;
  if (/^[a-k]([1-9]|1[01])$/.test(next)) {
    desk.typed = next;
    if (!next.endsWith("1") || next.length > 2) ended(desk); // "d1" may become "d10" or "d11"
  }
  return true;
}

function ended(desk: Desk): boolean {
  const square: Square = desk.typed;
  desk.typed = "";
  if (!/^[a-k]\d+$/.test(square)) return false;
  const near = document.querySelector<HTMLElement>(`[data-square="${square}"]`);
  void desk.tap(square, near, true);
  return true;
}
