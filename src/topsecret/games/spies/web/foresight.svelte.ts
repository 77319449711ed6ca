// Asks the server what the half-made action would bring about. Until it answers, what was foretold last is shown on: pieces under the hand
// move at once (`desk.placeOf`), numbers follow.
import { isRefusal, type Action, type TableContext } from "$lib/game";
import { outlook, type Outlook } from "./outlook";

export class Foresight {
  readonly table: TableContext;
  #told = $state.raw<{ moment: string; key: string; outlook: Outlook } | null>(null);
  #asked = "";

  constructor(table: TableContext) {
    this.table = table;
  }

  /** Asks about an action, once for each position; null: about nothing. */
  async look(moment: string, action: Action | null): Promise<void> {
    const { table } = this;
    const key = action ? `${moment} ${JSON.stringify(action)}` : "";
    if (key === this.#asked) return;
    this.#asked = key;
    if (!action) {
      this.#told = null;
      return;
    }
    const view = table.view;
    const preview = await table.preview(action, "pass");
    if (key === this.#asked) this.#told = isRefusal(preview) ? null : { moment, key, outlook: outlook(view, preview) };
  }

  /** What is known in this position of what is half-made; perhaps still without the last step of it. */
  of(moment: string): Outlook | null {
    return this.#told?.moment === moment ? this.#told.outlook : null;
  }
}
