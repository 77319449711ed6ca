// What the other side did to me while I could do nothing: nobody should have to look for it in the log.
import type { GameEvent } from "$lib/game";
import { standing } from "$lib/standing";
import type { Desk } from "./desk.svelte";
import { readable, said } from "./things";

/** by the event of the rules: whether it is about my own spies (or about theirs), and the key of its sentence, if not the log's */
const TOLD: Readonly<Record<string, { mine: boolean; key?: string }>> = {
  captured: { mine: true, key: "board.setback.captured" },
  exposed: { mine: true, key: "board.setback.exposed" },
  was_promoted: { mine: false, key: "board.setback.promoted" },
  controls: { mine: false, key: "board.setback.briefcase" },
  reveal: { mine: false },
  move_two: { mine: false },
  swap: { mine: false },
  must_hold_out: { mine: false, key: "board.setback.arrived" },
};

/** the events since the other side's turn began */
function since(events: readonly GameEvent[], eyes: number): readonly GameEvent[] {
  let first = events.length - 1;
  while (first > 0 && !(events[first].event === "turn_begins" && events[first].seat !== eyes)) first -= 1;
  return events.slice(Math.max(first, 0));
}

/** In sentences, as long as I have done nothing about it. */
export function bemoaned(desk: Desk): string[] {
  const { table, eyes } = desk;
  if (desk.mode !== "turn" || eyes === null || desk.chosen || desk.tool || desk.typed || table.view.second) return [];
  const found = standing(since(table.events, eyes)).filter((event) => event.event in TOLD && (event.seat === eyes) === TOLD[event.event].mine);
  const arrived = found.some((event) => event.event === "must_hold_out"); // that it has the briefcase goes without saying
  return found
    .filter((event) => !(arrived && event.event === "controls"))
    .map((event) => {
      const { key } = TOLD[event.event];
      return key ? table.t(key, { spy: event.spy, name: table.names[event.seat ?? 0], square: event.square ? said(event.square) : "" }) : readable(table.tell(event));
    });
}
