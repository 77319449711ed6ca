// What an action would change on the board, for the preview only. The server plays it.
import type { Action, View } from "$lib/game";
import type { Change } from "./preview";
import { agentsOf, buildingOf } from "./targets";
import { on, type Agent, type Building } from "./things";

/** null: nothing that can be shown */
export function changeOf(view: View, action: Action): Change | null {
  const to: Record<Agent, Building> = {};
  const agents = agentsOf(action);
  switch (action.action) {
    case "move":
      return { steps: action.points };
    case "place_safe":
    case "relocation":
      return { safe: action.building };
    case "tip_off":
      return { tips: agents };
    case "second_identity":
      return null;
    case "curfew":
      for (const agent of view.in_play) to[agent] = "church";
      break;
    case "to_the_ruins":
      to[action.agent] = "ruins";
      break;
    case "safe_cracker":
      to[action.agent] = view.safe;
      break;
    case "asylum":
      for (const agent of agents) to[agent] = "church";
      break;
    case "swap":
      [to[agents[0]], to[agents[1]]] = [view.place[agents[1]], view.place[agents[0]]];
      break;
    case "rendezvous":
      to[action.agent] = view.place[action.other];
      break;
    case "both_forward":
    case "both_back":
      for (const agent of agents) to[agent] = on(view.place[agent], action.action === "both_back" ? -1 : 1);
      break;
    default:
      to[action.agent] = buildingOf(view, action)!;
  }
  return { to };
}
