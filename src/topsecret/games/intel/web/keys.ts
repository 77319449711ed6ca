// Keys of the whole page: spaces are typed (d3); N takes the next agent, a figure what it does, or the role that is spawned; T shows the chances
// as long as it is held; Backspace takes back, Esc lets go. Enter confirms, or ends the turn.
import type { TableContext } from "$lib/game";
import { ROSTER, SPACES } from "./box";
import type { Desk } from "./desk.svelte";
import type { Space } from "./things";
import { verbsOf } from "./verbs";

export function confirm(table: TableContext, desk: Desk): boolean {
  if (table.busy) return false;
  const near = document.querySelector("[data-confirm]");
  if (desk.mode === "keep") void desk.act({ action: "keep" }, near);
  else if (desk.action) void desk.confirm(near);
  else if (desk.mode === "turn" && !desk.holds && (desk.ending || !onTheBoard())) void desk.endTurn(near);
  else return false;
  return true;
}
/** with the focus on a space Enter presses that */
const onTheBoard = (): boolean => document.activeElement?.closest("[role=grid], [data-card]") != null;

export function onKey(event: KeyboardEvent, table: TableContext, desk: Desk): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || table.past || table.seat === null) return false;
  const key = event.key.toLowerCase();
  if (key === "t" && desk.outlook.offered) {
    if (!event.repeat) void desk.outlook.show();
    return true;
  }
  if (key === "escape") {
    if (desk.typed) desk.typed = "";
    else if (desk.ending) desk.ending = false;
    else if (desk.holds || desk.agent || desk.looked) void desk.letGo();
    else return false;
    return true;
  }
  if (key === "backspace") {
    if (desk.typed) desk.typed = "";
    else if (!desk.canBack) return false;
    else void desk.back();
    return true;
  }
  if (desk.mode === "keep" && key === "p") {
    void desk.act({ action: "put_back" }, document.querySelector("[data-put-back]"));
    return true;
  }
  if (desk.mode !== "turn") return false;
  if (key === "n" && desk.ready.length && !desk.payer) {
    desk.choose(desk.ready[(desk.ready.indexOf(desk.agent ?? "") + 1) % desk.ready.length]);
    return true;
  }
  if (/^[a-h]$/.test(key)) {
    desk.typed = key;
    return true;
  }
  if (!/^[1-6]$/.test(key)) return false;
  const which = Number(key) - 1;
  if (desk.typed) type(desk.typed + key, desk);
  else if (desk.agent) {
    const verb = verbsOf(table.view, desk.agent)[which];
    if (verb) void desk.chooseVerb(verb, document.querySelector(`[data-verb="${verb}"]`));
  } else {
    const role = Object.keys(ROSTER)[which];
    void desk.chooseRole(role, document.querySelector(`[data-role="${role}"]`));
  }
  return true;
}

function type(space: Space, desk: Desk): void {
  desk.typed = "";
  if (space in SPACES) void desk.tap(space, document.querySelector(`[data-space="${space}"]`), true);
}
