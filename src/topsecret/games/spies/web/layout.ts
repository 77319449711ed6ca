// Where every figure stands on the board now: where it is, or where the half-made action would put it. Who walks leaves a ghost behind,
// so that nobody else shifts.
import type { Desk } from "./desk.svelte";
import { feet, type Point } from "./geometry";
import { RING, playing, type Agent, type Building } from "./things";

export interface Figure extends Point {
  agent: Agent;
  building: Building;
  moved: boolean; // by the half-made action
  ghost: boolean; // where it comes from
}

export function figures(desk: Desk): Figure[] {
  const { view, preview } = desk;
  const agents = playing(view);
  return RING.flatMap((building) => {
    const here = agents.filter((agent) => desk.placeOf(agent) === building || view.place[agent] === building);
    const standing = here.map((agent, k) => ({
      agent,
      building,
      moved: view.place[agent] !== desk.placeOf(agent),
      ghost: desk.placeOf(agent) !== building,
      ...feet(building, k, here.length, view.safe === building || preview?.safe === building),
    }));
    return standing.sort((a, b) => a.y - b.y || Number(b.ghost) - Number(a.ghost)); // who stands behind is drawn first
  });
}
