// Keys of the whole page: the letter of an agent is one step, with Shift one back; Enter confirms, Backspace undoes, Esc lets go.
import type { TableContext } from "$lib/game";
import type { Desk } from "./desk.svelte";
import { byLetter } from "./things";

/** Enter and Space belong to whatever has the focus, if it can be pressed */
const pressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, a, input, textarea, select, [role=button], [role=tab]") !== null;

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
  if (event.key === "Enter") {
    if (!desk.action || pressable(event.target)) return false;
    void desk.confirm();
    return true;
  }
  const agent = event.key.length === 1 ? byLetter(event.key) : undefined;
  if (!agent || !(desk.mode === "move" || desk.card) || !table.view.in_play.includes(agent)) return false;
  if (event.shiftKey && desk.mode === "move") desk.stepBack(agent);
  else void desk.tapAgent(agent, document.querySelector(`[data-target="${agent}"]`));
  return true;
}
