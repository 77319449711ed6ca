// What an agent can be asked to do, as a menu: which buttons there are. Whether one works now, and what it would do, the server says.
import type { Action, View } from "$lib/game";
import { ABILITIES, SIDEWAYS_SMUGGLER, SPACES } from "./box";
import type { Agent, Kind, Role, Space } from "./things";

export type Verb = "move" | "give" | "retire" | "lift" | "lower" | "shift" | "journey" | "pin" | "unpin" | "steal" | "block" | "block_far";
export const PUSHES: readonly Verb[] = ["lift", "lower", "shift"];

/** the verb of an ability: an engineer blocks nearby for nothing, and further away for a tile */
const verb = ({ family, paid }: { family: string; paid: boolean }): Verb => (family === "block" && paid ? "block_far" : (family as Verb));
export const PAID: readonly Verb[] = [...Object.values(ABILITIES).flat(), ...SIDEWAYS_SMUGGLER].filter((one) => one.paid).map(verb); // a tile is laid out first

export function verbsOf(view: View, agent: Agent): readonly Verb[] {
  const role: Role = view.role[agent];
  const own = role === "smuggler" && view.smuggler === "sideways" ? SIDEWAYS_SMUGGLER : (ABILITIES[role] ?? []);
  return ["move", "give", ...own.map(verb), "retire"];
}
export const paidVerb = (view: View, agent: Agent): Verb => verbsOf(view, agent).find((verb) => PAID.includes(verb)) ?? "lower";
export const familyOf = (verb: Verb): string => (verb === "block_far" ? "block" : verb);

/** An action with what is tapped to make it: a tile somewhere, a tile that is carried, a place. */
export interface Option {
  action: Action;
  from?: Space;
  tile?: Kind;
  to?: Space;
}

/** The ways to carry out a verb now, of what is allowed. */
export function optionsOf(view: View, legal: readonly Action[], agent: Agent, verb: Verb, paying: boolean): Option[] {
  const at: Space = view.place[agent];
  const found = legal.filter((action) => action.action === familyOf(verb) && (action.agent === undefined || action.agent === agent));
  if (PAID.includes(verb) && !paying) return [];
  switch (verb) {
    case "move":
      return found.map((action) => ({ action, to: SPACES[at].beside[action.way] }));
    case "give":
    case "steal":
      return found.map((action) => ({ action, tile: action.tile, to: view.place[action.other] }));
    case "pin":
    case "unpin":
      return found.map((action) => ({ action, to: view.place[action.other] }));
    case "retire":
      return found.map((action) => ({ action }));
    case "block":
      return found.filter((action) => Object.values(SPACES[at].beside).includes(action.place)).map((action) => ({ action, to: action.place }));
    case "lift":
    case "lower":
    case "shift":
      return found.map((action) => ({ action, from: action.place, tile: action.tile, to: SPACES[action.place].beside[action.way] }));
    default:
      return found.map((action) => ({ action, to: action.place }));
  }
}

/** the tiles that can be laid out for a paid verb */
export const payments = (legal: readonly Action[], agent: Agent): Action[] => legal.filter((action) => action.action === "pay" && action.agent === agent);
