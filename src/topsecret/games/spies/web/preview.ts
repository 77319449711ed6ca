// What a movement or a card would bring about, if nothing else happens (S3.3, S3.4, S5.3, S5.9). A pure function of the view: it only
// shows; the server decides. Imports nothing, so that a test can run it beside the rules.

export interface Change {
  /** steps by agent: a movement */
  steps?: Record<string, number>;
  /** where agents are put: a card */
  to?: Record<string, string>;
  /** where the safe is put by a card */
  safe?: string;
  /** agents whose markers are tipped off */
  tips?: readonly string[];
}

export interface Preview {
  place: Record<string, string>;
  safe: string;
  /** agents that have reached the safe (S5.9); without cards, those that were moved there */
  reached: string[];
  scoring: boolean;
  /** what each agent in play would score; empty without scoring */
  gain: Record<string, number>;
  marker: Record<string, number>;
  /** agents that come to the ruins, for which the player whose turn it is draws one card */
  ruins: string[];
  draws: boolean;
}

interface Seen {
  in_play: readonly string[];
  place: Record<string, string>;
  marker: Record<string, number>;
  safe: string;
  reached: readonly string[];
  cards: boolean;
}

const RING = ["church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins"];
const worth = (building: string): number => (building === "ruins" ? -3 : building === "church" ? 0 : Number(building));

/** S5.3 and S5.9 for a card: `mine` says whether it is played by the player whose turn it is. */
export function preview(view: Seen, change: Change, mine = true): Preview {
  const place = { ...view.place };
  const marker = { ...view.marker };
  const came: string[] = [];
  let reached = [...view.reached];
  for (const agent of view.in_play) {
    const steps = change.steps?.[agent] ?? 0;
    const to = change.to?.[agent] ?? RING[(RING.indexOf(place[agent]) + steps) % 12];
    if (to === place[agent]) continue;
    place[agent] = to;
    reached = reached.filter((one) => one !== agent);
    if (to === view.safe) reached.push(agent);
    if (to === "ruins") came.push(agent);
  }
  const safe = change.safe ?? view.safe;
  if (safe !== view.safe) reached = [];
  for (const agent of change.tips ?? []) marker[agent] = Math.min(marker[agent] + 3, 40);
  const gain: Record<string, number> = {};
  if (reached.length)
    for (const agent of view.in_play) {
      gain[agent] = Math.max(worth(place[agent]), -marker[agent]) || 0; // never "minus zero"
      marker[agent] += gain[agent];
    }
  return { place, safe, reached, scoring: reached.length > 0, gain, marker, ruins: came, draws: view.cards && mine && came.length > 0 };
}
