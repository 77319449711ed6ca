// What an action would bring about, as the server tells it. The client knows no rule.
import { isRefusal, type Action, type GameEvent, type TableContext, type View } from "$lib/game";

export interface Ahead {
  events: readonly GameEvent[];
  changes: View;
}

export class Foresight {
  #seen = $state.raw<ReadonlyMap<string, Ahead>>(new Map());
  #asked = new Set<string>();
  #moment = "";

  constructor(readonly table: TableContext) {}

  /** Asks for each of these actions, once in each position. */
  look(moment: string, actions: readonly Action[]): void {
    if (moment !== this.#moment) {
      this.#moment = moment;
      this.#asked.clear();
      if (this.#seen.size) this.#seen = new Map();
    }
    for (const action of actions) void this.#one(moment, action);
  }
  async #one(moment: string, action: Action): Promise<void> {
    const key = JSON.stringify(action);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const found = await this.table.preview(action);
    if (moment !== this.#moment || isRefusal(found)) return;
    const events = found.events.map((event, n) => ({ n, ...event }) as GameEvent);
    this.#seen = new Map(this.#seen).set(key, { events, changes: found.changes });
  }

  of(action: Action | null): Ahead | null {
    return (action && this.#seen.get(JSON.stringify(action))) || null;
  }
}

export const has = (ahead: Ahead | null, event: string): GameEvent | undefined => ahead?.events.find((one) => one.event === event);
