// Keys of the whole page: the letter of an agent is one step, with Shift one back; Backspace undoes, Esc cancels. Enter confirms.
import type { TableContext } from "$lib/game";
import type { Desk } from "./desk.svelte";
import { byLetter } from "./things";

export function confirm(table: TableContext, desk: Desk): boolean {
  if (!desk.action || table.busy) return false;
  void desk.confirm(document.querySelector("[data-confirm]"));
  return true;
}

export function onKey(event: KeyboardEvent, table: TableContext, desk: Desk): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || table.past || table.seat === null) return false;
  if (event.key === "Escape") {
    if (!desk.fan && !desk.card) return false;
    if (desk.fan) desk.fan = null;
    else desk.letGo();
    return true;
  }
  if (event.key === "Backspace") {
    if (!desk.canBack) return false;
    void desk.back();
    return true;
  }
  const agent = event.key.length === 1 ? byLetter(event.key) : undefined;
  if (!agent || !(desk.mode === "move" || desk.card) || !table.view.in_play.includes(agent)) return false;
  if (event.shiftKey && desk.mode === "move") desk.stepBack(agent);
  else void desk.tapAgent(agent, document.querySelector(`[data-target="${agent}"]`));
  return true;
}
