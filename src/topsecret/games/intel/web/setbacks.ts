// What agents have suffered since the other side's turn began: nobody should have to look for it in the log.
import type { GameEvent } from "$lib/game";
import { standing } from "$lib/standing";
import type { Desk } from "./desk.svelte";
import { agentName, capital, isOnBoard, kindName, sideOf, type Agent, type Space } from "./things";

export interface Setback {
  n: number;
  kind: "trapped" | "overloaded" | "stolen";
  agent: Agent;
  place: Space; // where it stood, or stands now
  words: string;
}

/** since when: the beginning of the other side's turn; for those who watch, of the present turn */
function since(events: readonly GameEvent[], eyes: number | null): number {
  let first = events.length - 1;
  while (first > 0 && !(events[first].event === "turn_begins" && (eyes === null || events[first].seat !== eyes))) first -= 1;
  return first;
}

export function setbacks(desk: Desk): Setback[] {
  const { table, eyes } = desk;
  const { t, view } = table;
  const found: Setback[] = [];
  for (const event of standing(table.events.slice(since(table.events, eyes)))) {
    const { n } = event;
    const agent: Agent = event.event === "stolen" ? event.other : event.agent;
    if (event.event === "trapped") {
      const name = capital(agentName(table, agent, event.role));
      found.push({ n, kind: "trapped", agent, place: event.place, words: t("board.setback.trapped", { agent: name, place: event.place.toUpperCase() }) });
    } else if ((event.event === "overloaded" || event.event === "stolen") && isOnBoard(view, agent)) {
      const tile = event.event === "stolen" ? kindName(t, event.tile) : "";
      found.push({ n, kind: event.event, agent, place: view.place[agent], words: t(`board.setback.${event.event}`, { agent: capital(agentName(table, agent)), tile }) });
    }
  }
  return found;
}

/** of mine, as long as I have done nothing about it */
export function bemoaned(desk: Desk): Setback[] {
  const fresh = desk.mode === "turn" && !desk.agent && !desk.role && !desk.ending && !desk.table.canUndo;
  return fresh ? desk.setbacks.filter((one) => sideOf(one.agent) === desk.eyes) : [];
}
