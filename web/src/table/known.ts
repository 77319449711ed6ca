// What is known of a match's past in this tab: positions without a gap up to the newest. Pages of what was before are asked for.
import type { Reply } from "$lib/connection";
import { indexOf, positions, type Position } from "./positions";

export class Known {
  all: Position[] = [];

  constructor(readonly ask: (n: number) => Promise<Reply | null>) {}

  get newest(): Position | undefined {
    return this.all[this.all.length - 1];
  }

  /** The positions around an event, and where in them it is first told; asks for a page of the past if they are not known. */
  async around(n: number): Promise<{ all: readonly Position[]; index: number }> {
    let page: Position[] = [];
    if (indexOf(this.all, n) < 0) {
      const reply = await this.ask(n);
      if (reply?.t === "past") page = positions(reply.first, reply.steps, reply.told);
      const [first, ...later] = this.all; // more may have come while this was on its way
      if (first && page.length && page[page.length - 1].upto >= first.upto)
        this.all = [...page.filter((one) => one.upto <= first.upto), ...later];
    }
    const all = indexOf(this.all, n) < 0 ? page : this.all;
    return { all, index: indexOf(all, n) };
  }

  /** The same among what is known, with everything from there to now; -1 if the past does not reach that far. */
  async reach(n: number): Promise<number> {
    while (indexOf(this.all, n) < 0) {
      const upto = this.all[0]?.upto ?? 0;
      await this.around(upto);
      if ((this.all[0]?.upto ?? 0) >= upto) return -1;
    }
    return indexOf(this.all, n);
  }
}
