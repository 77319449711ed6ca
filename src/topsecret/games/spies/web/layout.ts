// Where every figure stands on the board now: where it is, or where the half-made action would put it.
import type { Desk } from "./desk.svelte";
import { feet, type Point } from "./geometry";
import { RING, playing, type Agent, type Building } from "./things";

export interface Figure extends Point {
  agent: Agent;
  building: Building;
  moved: boolean; // by the half-made action
}

export function figures(desk: Desk): Figure[] {
  const agents = playing(desk.view);
  const safe = desk.view.safe;
  return RING.flatMap((building) => {
    const here = agents.filter((agent) => desk.placeOf(agent) === building);
    return here.map((agent, k) => ({
      agent,
      building,
      moved: desk.view.place[agent] !== building,
      ...feet(building, k, here.length, safe === building || desk.preview?.safe === building),
    }));
  });
}
