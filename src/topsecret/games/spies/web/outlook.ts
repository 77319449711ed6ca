// What an action would bring about, read from what the server foretells: no rule is known here.
import type { GameEvent, Preview, View } from "$lib/game";
import type { Agent, Building } from "./things";

export interface Outlook {
  place: Record<Agent, Building>;
  safe: Building;
  /** agents that have reached the safe (S5.9) */
  reached: readonly Agent[];
  scoring: boolean;
  /** what each agent would score; empty without scoring */
  gain: Record<Agent, number>;
  marker: Record<Agent, number>;
  /** a card is drawn, for the agents that come to the ruins; which one is not known before, and changes nothing of the above */
  draws: boolean;
  ruins: readonly Agent[];
}

type Told = Omit<GameEvent, "n">;

/** As far as it is foretold: also under the assumption that was asked for. */
export function outlook(view: View, preview: Preview): Outlook {
  const own = preview.events as Told[];
  const told = [...own, ...((preview.if?.events ?? []) as Told[]), ...((preview.if?.whatever ?? []) as Told[])];
  const after: View = { ...view, ...preview.changes };
  const gain: Record<Agent, number> = {};
  const marker: Record<Agent, number> = { ...view.marker };
  for (const event of told) {
    if (event.event === "scored") gain[event.agent] = event.points;
    if (event.event === "scored" || event.event === "tipped") marker[event.agent] = event.marker;
  }
  const scored = told.some((event) => event.event === "scoring");
  const draws = preview.stops_at?.why === "outcome" && preview.stops_at.family === "draw";
  const reached: readonly Agent[] = own.some((event) => event.event === "scoring") ? reachedBy(own, view.safe) : after.reached;
  return {
    place: after.place,
    safe: after.safe,
    reached,
    scoring: scored || (draws && reached.length > 0),
    gain,
    marker,
    draws: draws || own.some((event) => event.event === "draw_lost"),
    ruins: own.flatMap((event) => (event.event === "moved" && event.target === "ruins" ? [event.agent] : [])),
  };
}

/** Where a scoring comes at once, nobody is at the safe any more when it is over: those who went there. */
const reachedBy = (told: readonly Told[], safe: Building): Agent[] =>
  told.flatMap((event) => (event.event === "moved" && event.target === safe ? [event.agent] : []));

/** The position as it is, where nothing can be asked: who has reached the safe is seen, what they score is not reckoned here. */
export const asItIs = (view: View): Outlook => ({
  place: view.place,
  safe: view.safe,
  reached: view.reached,
  scoring: view.reached.length > 0,
  gain: {},
  marker: view.marker,
  draws: false,
  ruins: [],
});
