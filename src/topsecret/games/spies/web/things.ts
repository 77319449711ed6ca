// The things of the box as the wire names them, with the signs that the drawings use.
import type { Say, View } from "$lib/game";
import { AGENTS, CARDS, FINISH, POINTS, RING } from "./box";

export type Agent = string; // "red"
export type Building = string; // "church", "1", …, "ruins"

export { AGENTS, FINISH, RING };
export const LETTER: Readonly<Record<Agent, string>> = {
  red: "J",
  blue: "D",
  green: "M",
  yellow: "P",
  violet: "L",
  orange: "B",
  gray: "S",
};

export const at = (building: Building): number => RING.indexOf(building);
/** the building so many steps on, clockwise; back with a negative number */
export const on = (building: Building, steps: number): Building => RING[(at(building) + steps + RING.length) % RING.length];
/** how many steps it is from one building to another, clockwise: 0 to 11 */
export const apart = (from: Building, to: Building): number => (at(to) - at(from) + RING.length) % RING.length;

export const byLetter = (letter: string): Agent | undefined => AGENTS.find((agent) => LETTER[agent] === letter.toUpperCase());

export const playing = (view: View): Agent[] => AGENTS.filter((agent) => view.in_play.includes(agent));

/** how many agents nobody holds; all know that */
export const freeAgents = (view: View): number =>
  view.in_play.length - view.agents_held.slice(0, view.seats).reduce((sum: number, held: number) => sum + held, 0);

/** the points that a face of the die gives: the fewest and the most */
export const points = (face: string): readonly number[] => POINTS[face];

/** "Jaques" */
export const nameOf = (t: Say, agent: Agent): string => t(`agent.${agent}.name`);
/** "Jaques (red)", for those who do not see the colour */
export const fullName = (t: Say, agent: Agent): string => t("board.agent", { name: nameOf(t, agent), colour: t(`agent.${agent}`) });
/** "building 5", "the church" */
export const buildingName = (t: Say, building: Building): string =>
  t(`building.${Number(building) ? "b" + building : building}`);

/** cards are "safe cracker" in a view, "safe_cracker" as an action and in the strings */
export const cardKey = (card: string): string => CARDS[card].key;
const byKey = new Map(Object.entries(CARDS).map(([card, { key }]) => [key, card]));
/** the card that an action or an event plays, if it does */
export const cardOf = (key: string): string | undefined => byKey.get(key);

/** "Bob, Chloé and David" */
export const list = (t: Say, names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "") : t("board.and", { some: names.slice(0, -1).join(", "), last: names[names.length - 1] });
