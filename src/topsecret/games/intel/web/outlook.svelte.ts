// The chance of each space to receive which tile with the next trickle, exact, as the table's help tells it. Shown on demand only.
import { isRefusal, type TableContext } from "$lib/game";
import type { Kind, Space } from "./things";

interface Found {
  of: number;
  spaces: Record<Space, Record<Kind, number>>;
}
export interface Chance {
  kind: Kind;
  percent: number; // rounded, at least 1
  part: number; // from 0 to 1
}

export class Outlook {
  #found = $state.raw<{ view: unknown; found: Found } | null>(null);
  /** whether it is shown */
  open = $state(false);

  constructor(readonly table: TableContext) {}

  /** whether this table tells it at all */
  get offered(): boolean {
    return this.table.seat !== null && !this.table.past && !this.table.over && this.table.view.help === "assisted" && this.table.view.phase === "turn";
  }
  async show(near?: Element | null): Promise<void> {
    this.open = true;
    await this.#ask(near);
  }
  /** As long as it is shown it is that of the position that is shown. */
  follow(): void {
    if (this.open && this.offered && this.#found?.view !== this.table.view) void this.#ask();
  }
  async #ask(near?: Element | null): Promise<void> {
    const view = this.table.view;
    if (this.#found?.view === view) return;
    const answer = await this.table.help<Found>("trickle");
    if (isRefusal(answer)) {
      this.open = false;
      this.table.refuse(answer, near);
    } else this.#found = { view, found: answer.found };
  }
  hide(): void {
    this.open = false;
  }
  get isShown(): boolean {
    return this.open && this.offered && this.#found?.view === this.table.view;
  }
  /** the likeliest first */
  at(space: Space): Chance[] {
    if (!this.isShown) return [];
    const { of, spaces } = this.#found!.found;
    return Object.entries(spaces[space] ?? {})
      .map(([kind, cases]) => ({ kind, part: cases / of, percent: Math.max(1, Math.round((100 * cases) / of)) }))
      .sort((a, b) => b.part - a.part);
  }
}
