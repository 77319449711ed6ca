// What the half-made action would bring about, as the server tells it: after a yes, after a no, or at once. The client knows no rule.
import { isRefusal, type Action, type GameEvent, type TableContext, type View } from "$lib/game";
import { isAnnouncement } from "./things";

export interface Ahead {
  events: readonly GameEvent[];
  changes: View;
}

interface Foreseen {
  of: string; // the moment and the action
  now: Ahead | null;
  yes: Ahead | null;
  no: Ahead | null;
}

const read = ({ events, changes }: { events: readonly object[]; changes: View }): Ahead => ({
  events: events.map((event, n) => ({ n, ...event }) as GameEvent),
  changes,
});

export class Foresight {
  #seen = $state.raw<Foreseen | null>(null);
  #asked = "";

  constructor(readonly table: TableContext) {}

  /** Asks for it, once for each action in each position. */
  async look(moment: string, action: Action | null): Promise<void> {
    const of = action ? `${moment} ${JSON.stringify(action)}` : "";
    if (of === this.#asked) return;
    this.#asked = of;
    if (!action) return;
    const under = isAnnouncement(action) ? ["yes", "no"] : [undefined];
    const [first, second] = await Promise.all(under.map((assume) => this.table.preview(action, assume)));
    if (of !== this.#asked || isRefusal(first)) return;
    const no = second && !isRefusal(second) ? second.if : null;
    this.#seen = { of, now: read(first), yes: first.if && read(first.if), no: no && read(no) };
  }

  /** What is known of this action by now. */
  of(moment: string, action: Action | null): Foreseen | null {
    return action && this.#seen?.of === `${moment} ${JSON.stringify(action)}` ? this.#seen : null;
  }
}
