// Keys of the whole page: digits are the faces, in the order in which they sit; the letters of the places; and a letter for each verb.
// Everybody may choose others.
import type { TableContext } from "$lib/game";
import { KeyMap } from "$lib/keymap.svelte";
import { PLACES } from "./box";
import type { Desk } from "./desk.svelte";
import { agentOf } from "./things";

const PLACE_KEYS: Record<string, string> = { cafe: "c", metro: "m", kiosk: "k", fountain: "f" };

export const keys = new KeyMap("topsecret.paris.keys", [
  ...[1, 2, 3, 4, 5, 6, 7].map((number) => ({ id: `face${number}`, key: String(number), words: `board.key.face${number}` })),
  ...PLACES.map((place) => ({ id: place, key: PLACE_KEYS[place], words: `board.key.${place}` })),
  { id: "hold", key: "h", words: "board.key.hold" },
  { id: "wink", key: "w", words: "board.key.wink" },
  { id: "caught", key: "g", words: "board.key.caught" },
  { id: "draw", key: "d", words: "board.key.draw" },
  { id: "contact", key: "n", words: "board.key.contact" },
  { id: "throw_agent", key: "x", words: "board.key.throw_agent" },
  { id: "throw_place", key: "z", words: "board.key.throw_place" },
  { id: "pass", key: "p", words: "board.key.pass" },
]);

/** Enter: what the lit main button does. */
export function confirm(table: TableContext, desk: Desk): boolean {
  if (table.past || desk.me === null) return false;
  if (table.view.phase === "ready" && !table.view.is_ready[desk.me]) return (void desk.ready(), true);
  if (desk.mission) return (void desk.complete(), true);
  return false;
}

const ONCE = ["hold", "wink", ...PLACES]; // a key that is held down does them once

export function onKey(event: KeyboardEvent, _table: TableContext, desk: Desk): boolean {
  if (!desk.plays) return false;
  if (event.key === "Escape" && desk.call) return (desk.letGo(), true);
  const id = event.key === "!" && !keys.idOf("!") ? "caught" : keys.idOf(event.key);
  if (id === null) return false;
  const face = /^face(\d)$/.exec(id);
  if (face) return lookOrCall(event, desk, desk.others[Number(face[1]) - 1]);
  if (PLACES.includes(id) && event.shiftKey) {
    if (desk.hasCase) {
      desk.place = id;
      desk.table.announce(desk.table.t(`place.${id}`));
    }
    return true;
  }
  if (event.repeat) return ONCE.includes(id);
  if (PLACES.includes(id)) return (desk.look(id), true);
  switch (id) {
    case "hold":
      return (desk.hold(), true);
    case "wink":
      return (void desk.wink(), true);
    case "caught":
      return (desk.call ? desk.letGo() : desk.startCall(), true);
    case "contact":
      return nextContact(desk);
    case "throw_agent":
      if (desk.hasCase) desk.throwsAgent = !desk.throwsAgent;
      return desk.hasCase;
    case "throw_place":
      if (desk.hasCase) desk.throwsPlace = !desk.throwsPlace;
      return desk.hasCase;
    case "pass":
      if (desk.hasCase) void desk.pass();
      return desk.hasCase;
    case "draw":
      if (desk.mayDraw) void desk.draw();
      return desk.mayDraw;
    default:
      return false;
  }
}

/** The end of holding the cards. */
export const lets = (event: KeyboardEvent): boolean => keys.idOf(event.key) === "hold";

function lookOrCall(event: KeyboardEvent, desk: Desk, face: number | undefined): boolean {
  if (face === undefined) return false;
  if (event.repeat) return true;
  if (desk.call) void desk.pick(face);
  else desk.look(agentOf(face));
  return true;
}

function nextContact(desk: Desk): boolean {
  if (!desk.hasCase) return false;
  const at = desk.contact === null ? -1 : desk.others.indexOf(desk.contact);
  desk.contact = desk.others[(at + 1) % desk.others.length];
  desk.table.announce(desk.table.names[desk.contact]);
  return true;
}
