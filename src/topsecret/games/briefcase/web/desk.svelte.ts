// What lies on my side of the table before it is said: the spy that is chosen, the arrow, the token that is aimed, an order half written.
// Free until confirmed; kept on the server as this seat's draft, so that a reload or another tab finds it.
import { MediaQuery } from "svelte/reactivity";
import type { Action, GameEvent, TableContext } from "$lib/game";
import { BOXES } from "./box";
import { Foresight, type Ahead } from "./foresight.svelte";
import { Notebook } from "./notebook.svelte";
import type { Chance } from "./odds";
import { eyesOf, isAnnouncement, lastAnswer, OFF, readLine, standsOn, writeLine, type Manner, type Piece, type Side, type Square, type Standing } from "./things";

export type Tool = "reveal" | "move_two" | "swap" | "purge" | "expose";
export type Mode = "order" | "turn" | "answer";
export const TOOLS: readonly Tool[] = ["reveal", "move_two", "swap", "purge", "expose"];
export const MANNERS: readonly Manner[] = ["carry", "move", "push"];

/** `moment` says to which position it belongs: what belongs to another one is not shown. */
interface Half {
  moment: string;
  spy?: Square; // where the spy stands that would announce
  to?: Square;
  manner?: Manner;
  tool?: Tool;
  squares?: Square[]; // what the tool is aimed at
  order?: string;
}

const TWICE = 350; // ms: a second tap within this is a slip of the finger, not a yes
const SQUARE = /^[a-k](1[01]|[1-9])$/;

const square = (value: unknown): Square | undefined => (typeof value === "string" && SQUARE.test(value) ? value : undefined);

export class Desk {
  readonly table: TableContext;
  #half = $state.raw<Half | null>(null);
  #wide = new MediaQuery("(min-width: 1000px) and (min-height: 560px)"); // as in the shell's Frame
  #lastTap = 0;
  #done = ""; // the moment of what was confirmed last: it stays drawn until the board has changed
  /** the spy that is looked at: its row in the notebook, what is known about it */
  looked = $state.raw<{ side: Side; spy: string; piece?: Piece } | null>(null);
  #tapped = $state.raw<{ side: Side; spy: string; moment: string } | null>(null);
  /** the spy whose row in the notebook is pointed at: its lines are shown on the board */
  pointed = $state.raw<{ side: Side; spy: string } | null>(null);
  readonly notebook: Notebook;
  readonly foresight: Foresight;
  /** the square under a finger that is still down */
  finger = $state.raw<Square | null>(null);
  /** the first letters of squares that are being typed */
  typed = $state("");
  /** how wide the board is on this screen, in px */
  width = $state(0);

  constructor(table: TableContext) {
    this.table = table;
    this.notebook = new Notebook(table, () => this.eyes);
    this.foresight = new Foresight(table);
    this.adopt(table.draft);
  }

  // where we are

  get view() {
    return this.table.view;
  }
  get eyes(): Side | null {
    return eyesOf(this.table);
  }
  readonly mode: Mode | null = $derived.by(() => {
    const phase = this.view.phase;
    return this.table.myTurn && (phase === "order" || phase === "turn" || phase === "answer") ? phase : null;
  });
  /** the shell's layout for phones: what is asked stands below the board, and the buttons at the thumb */
  get narrow(): boolean {
    return !this.#wide.current;
  }
  /** squares smaller than a fingertip */
  get small(): boolean {
    return this.width > 0 && this.width < 560;
  }
  /** the position as a text: what is half-made belongs to exactly one */
  readonly moment: string = $derived.by(() => {
    const v = this.view;
    return [v.phase, v.turn, v.turns, v.to_announce, v.second, v.prepared, v.announced, v.briefcase].join(" ");
  });
  readonly half: Half | null = $derived.by(() => (this.#half && this.mode && this.#half.moment === this.moment ? this.#half : null));
  get canAct(): boolean {
    return this.table.seat !== null && !this.table.past && !this.table.over;
  }

  // the draft

  /** Takes over what another tab, or this one before a reload, has kept. Anything else than a draft of ours is nothing. */
  adopt(draft: any): void {
    if (JSON.stringify(draft ?? null) === JSON.stringify(this.#half)) return;
    if (!draft && this.#half && this.#half.moment === this.#done) return;
    if (!draft || typeof draft !== "object" || typeof draft.moment !== "string") {
      this.#half = null;
      return;
    }
    const squares = Array.isArray(draft.squares) ? draft.squares.map(square).filter((one: unknown) => one !== undefined) : undefined;
    this.#half = {
      moment: draft.moment,
      ...(square(draft.spy) && { spy: draft.spy }),
      ...(square(draft.to) && { to: draft.to }),
      ...(MANNERS.includes(draft.manner) && { manner: draft.manner }),
      ...(TOOLS.includes(draft.tool) && { tool: draft.tool }),
      ...(squares?.length && { squares: squares.slice(0, 2) }),
      ...(typeof draft.order === "string" && { order: draft.order }),
    };
  }

  /** Forgets what belongs to a position that is gone. */
  settle(): void {
    if (!this.table.past && this.#half && this.#half.moment !== this.moment) this.#half = null;
  }

  #put(part: Omit<Half, "moment"> | null): void {
    this.#done = "";
    this.typed = "";
    this.#half = part && Object.values(part).some((one) => one !== undefined) ? { moment: this.moment, ...part } : null;
    this.table.setDraft(this.#half);
  }

  // B4.2 an announcement

  /** moves are often too many to come with the rest: asked for when my turn has come */
  #moves = $state.raw<{ of: readonly Action[]; found: readonly Action[] } | null>(null);
  async listMoves(): Promise<void> {
    const legal = this.table.legal;
    if (this.mode !== "turn" || !legal || this.#moves?.of === legal || legal.some((action) => action.action === "move")) return;
    this.#moves = { of: legal, found: [] };
    const found = await this.table.legalOf("move");
    if (this.table.legal === legal) this.#moves = { of: legal, found };
  }
  get #legal(): readonly Action[] {
    const legal = this.table.legal ?? [];
    return this.#moves && this.#moves.of === legal ? [...legal, ...this.#moves.found] : legal;
  }

  /** by the square of a spy and the square where a line ends: the ways to announce it */
  readonly #lines: Map<Square, Map<Square, Partial<Record<Manner, Action>>>> = $derived.by(() => {
    const found = new Map<Square, Map<Square, Partial<Record<Manner, Action>>>>();
    for (const action of this.#legal) {
      const line = isAnnouncement(action) && readLine(action.line);
      if (!line) continue;
      const ends = found.get(line.from) ?? new Map<Square, Partial<Record<Manner, Action>>>();
      found.set(line.from, ends);
      ends.set(line.to, { ...ends.get(line.to), [action.action]: action });
    }
    return found;
  });
  /** the square of the spy that would announce */
  get chosen(): Square | null {
    return (this.mode === "turn" && !this.tool && this.half?.spy) || null;
  }
  get target(): Square | null {
    return (this.chosen && this.half?.to) || null;
  }
  /** the ways to announce the arrow: with the briefcase, without, push */
  get manners(): readonly Manner[] {
    const ways = this.chosen && this.target ? this.#lines.get(this.chosen)?.get(this.target) : undefined;
    return MANNERS.filter((one) => ways?.[one]);
  }
  get manner(): Manner {
    const wanted = this.half?.manner;
    return wanted && this.manners.includes(wanted) ? wanted : (this.manners[0] ?? "move");
  }
  setManner(manner: Manner): void {
    if (this.half) this.#put({ ...this.half, manner });
  }
  /** spies that have something to announce */
  readonly ready: ReadonlySet<Square> = $derived.by(() => new Set(this.mode === "turn" && !this.tool ? this.#lines.keys() : []));

  // B7 tokens and eliminations

  get tool(): Tool | null {
    return (this.mode === "turn" && this.half?.tool) || null;
  }
  get aimed(): readonly Square[] {
    return this.tool ? (this.half?.squares ?? []) : [];
  }
  #uses(tool: Tool): readonly Action[] {
    return (this.table.legal ?? []).filter((action) => action.action === tool);
  }
  canUse(tool: Tool): boolean {
    return this.mode === "turn" && this.#uses(tool).length > 0;
  }
  async take(tool: Tool, near?: Element | null): Promise<void> {
    if (!this.canAct) return;
    if (this.tool === tool) return this.letGo();
    if (this.canUse(tool)) {
      const targets = this.#targetsOf(tool, []);
      this.table.announce(this.table.t(`board.tool.${tool}.aim`));
      return this.#put({ tool, ...(targets.length === 1 && { squares: [targets[0]] }), order: this.half?.order });
    }
    return this.why(this.#example(tool), near);
  }
  /** an action of that kind, to hear why it cannot be done */
  #example(tool: Tool): Action {
    const spies = Object.values<Square>(this.view.place[this.eyes ?? 0]).filter((one) => one !== "off");
    const [a, b] = [spies[0] ?? "a1", spies[1] ?? "a2"];
    if (tool === "move_two") return { action: tool };
    if (tool === "swap") return { action: tool, squares: [a, b] };
    if (tool === "expose") {
      const side = 1 - (this.eyes ?? 0);
      const spy = Object.keys(this.view.piece[side]).find((one) => this.view.piece[side][one] === "?");
      const at = spy && this.view.place[side][spy];
      return { action: tool, square: at && at !== "off" ? at : "a1" };
    }
    return { action: tool, square: a };
  }
  #squaresOf(action: Action): readonly Square[] {
    return action.squares ?? (action.square ? [action.square] : []);
  }
  #targetsOf(tool: Tool, picked: readonly Square[]): Square[] {
    const fitting = this.#uses(tool).map((action) => this.#squaresOf(action)).filter((squares) => picked.every((one) => squares.includes(one)));
    return [...new Set(fitting.flat())].filter((one) => !picked.includes(one));
  }
  /** how many squares the tool in hand still wants */
  get missing(): number {
    return this.tool ? (this.tool === "swap" ? 2 : this.tool === "move_two" ? 0 : 1) - this.aimed.length : 0;
  }

  // what is lit

  readonly lit: ReadonlySet<Square> = $derived.by(() => {
    if (this.mode !== "turn") return new Set<Square>();
    if (this.tool) return new Set([...this.#targetsOf(this.tool, this.missing ? this.aimed : []), ...this.aimed]);
    if (this.chosen) return new Set(this.#lines.get(this.chosen)?.keys() ?? []);
    return new Set<Square>();
  });

  // the lines that are drawn: of the chosen spy, of one whose row in the notebook is pointed at, or of one of theirs that was tapped

  readonly shown: Standing | null = $derived.by(() => {
    if (this.tool) return null;
    if (this.chosen) return standsOn(this.view, this.chosen);
    const one = this.pointed ?? (this.tapped?.side !== this.eyes ? this.tapped : null);
    const square: Square = one ? this.view.place[one.side][one.spy] : OFF;
    return one && square !== OFF ? { ...one, square } : null;
  });
  get source(): Square | null {
    return this.shown?.square ?? null;
  }
  readonly shownLines: ReadonlySet<Square> = $derived.by(() => {
    if (!this.shown) return new Set<Square>();
    if (this.chosen) return this.lit;
    const lines = [...(this.notebook.lines(this.shown.side, this.shown.spy) ?? [])];
    // of theirs I see the piece: only what it really can
    return new Set(lines.filter(([, chance]) => this.shown!.side === this.eyes || chance.truly).map(([square]) => square));
  });
  /** the chance of a yes to the line that ends there, where this table's help tells it */
  chanceTo(square: Square): Chance | null {
    return (this.shown && this.notebook.lines(this.shown.side, this.shown.spy)?.get(square)) ?? null;
  }
  /** whether chances are shown */
  get odds(): boolean {
    return this.source !== null && this.chanceTo([...this.shownLines][0] ?? "") !== null;
  }
  /** the answer that was given last */
  readonly lastAnswer: GameEvent | null = $derived.by(() => lastAnswer(this.table.events));

  // what it would bring about

  get #foreseen() {
    return this.foresight.of(this.moment, this.action);
  }
  get ifYes(): Ahead | null {
    return this.#foreseen?.yes ?? null;
  }
  get ifNo(): Ahead | null {
    return this.#foreseen?.no ?? null;
  }
  get ahead(): Ahead | null {
    return this.#foreseen?.now ?? null;
  }
  foresee(): void {
    void this.foresight.look(this.moment, this.mode === "turn" ? this.action : null);
  }

  // the notebook

  /** the pieces of this box */
  get pieces(): readonly Piece[] {
    return BOXES[this.view.box];
  }
  /** what was answered about a spy */
  answersOf(side: Side, spy: string): GameEvent[] {
    const about = ["answered", "was_promoted", "not_promoted", "learned", "exposed"];
    return this.table.events.filter((event) => about.includes(event.event) && event.seat === side && event.spy === spy);
  }
  /** whether a piece would say yes to the arrow */
  wouldSayYes(piece: Piece, side: Side, spy: string): boolean {
    if (!this.ifYes || side !== this.eyes || this.view.place[side][spy] !== this.chosen) return false;
    const left = (this.ifYes.changes.can_be ?? this.view.can_be)[side][spy];
    return Array.isArray(left) && left.includes(piece);
  }
  lookAt(side: Side, spy: string): void {
    const same = this.looked?.side === side && this.looked.spy === spy;
    this.looked = same ? null : { side, spy };
    this.pointed = this.looked;
  }
  /** why a spy can be a piece, or cannot */
  askWhy(side: Side, spy: string, piece: Piece): void {
    const same = this.looked?.side === side && this.looked.spy === spy && this.looked.piece === piece;
    this.looked = { side, spy, ...(!same && { piece }) };
    this.pointed = this.looked;
  }
  /** whether the notebook lies open */
  bookOpen = $state(false);
  /** Asks the server for what is shown of the notebook. */
  study(): void {
    const name = (one: { side: Side; spy: string } | null) => one && `${this.notebook.half(one.side)} ${one.spy}`;
    const book = this.bookOpen || (this.narrow && this.chosen !== null);
    void this.notebook.read({ book, lines: name(this.shown), why: this.bookOpen ? name(this.looked) : null });
  }

  // B4.5 the standing order

  /** what I have written and not given yet */
  get order(): string | null {
    return this.half?.order ?? null;
  }
  /** the order that stands */
  get standing(): string | null {
    return this.eyes !== null && this.view.ordered[this.eyes] ? this.view.order[1 - this.eyes] : null;
  }
  /** the last of the orders that do no harm: what a player without a better idea gives */
  get proposal(): string | null {
    const allowed = (this.table.legal ?? []).filter((action) => action.action === "order").map((action) => action.order as string);
    return [...allowed].reverse().find((order) => order.endsWith("harmless")) ?? allowed[0] ?? null;
  }
  writeOrder(order: string | null): void {
    const { moment: _moment, ...rest } = this.half ?? { moment: "" };
    this.#put({ ...rest, order: order ?? undefined });
  }

  // doing it

  /** what Confirm would do now, or null */
  get action(): Action | null {
    if (this.mode === "order") {
      const order = this.order ?? this.proposal;
      return order ? { action: "order", order } : null;
    }
    if (this.mode !== "turn") return null;
    if (this.tool) return this.missing ? null : (this.#uses(this.tool).find((action) => this.aimed.every((one) => this.#squaresOf(action).includes(one))) ?? null);
    if (!this.chosen || !this.target) return null;
    return this.#lines.get(this.chosen)?.get(this.target)?.[this.manner] ?? null;
  }
  async act(action: Action, near?: Element | null): Promise<boolean> {
    if (this.table.busy) return false;
    const before = this.#done;
    this.#done = this.moment;
    const refusal = await this.table.act(action);
    if (!refusal) {
      // an order changes nothing on the board: what else is half-made stays
      if (action.action === "order" && this.#half && this.view.phase === "turn") this.#put({ ...this.#half, order: undefined });
      return true;
    }
    this.#done = before;
    this.table.refuse(refusal, near);
    return false;
  }
  async confirm(near?: Element | null): Promise<void> {
    if (this.action) await this.act(this.action, near);
  }
  /** Says why something that is not lit does not work. */
  async why(action: Action | null, near?: Element | null): Promise<void> {
    const refusal = action && (await this.table.ask(action));
    if (refusal) this.table.refuse(refusal, near);
  }

  get canBack(): boolean {
    return this.half !== null || this.table.canUndo;
  }
  /** one step back: of what is half-made, then of what was done, where that can be undone */
  async back(near?: Element | null): Promise<void> {
    const half = this.half;
    if (half?.to) this.#put({ spy: half.spy, order: half.order });
    else if (half?.squares?.length && half.tool === "swap") this.#put({ tool: half.tool, squares: half.squares.slice(0, -1), order: half.order });
    else if (half?.spy || half?.tool) this.#put({ order: half.order });
    else if (half) this.#put(null);
    else if (this.table.canUndo) {
      const refusal = await this.table.undo();
      if (refusal) this.table.refuse(refusal, near);
    }
  }
  letGo(): void {
    this.look(null);
    if (this.half) this.#put({ order: this.half.order });
  }

  // tapping

  #isSlip(): boolean {
    const now = performance.now();
    const slip = now - this.#lastTap < TWICE;
    this.#lastTap = now;
    return slip;
  }
  #isMine(there: Standing | null): there is Standing {
    return there !== null && there.side === this.eyes;
  }

  look(there: Standing | null): void {
    this.looked = there && { side: there.side, spy: there.spy };
    this.#tapped = there && { side: there.side, spy: there.spy, moment: this.moment };
  }
  /** the spy that was tapped in this position */
  get tapped(): { side: Side; spy: string } | null {
    return this.#tapped?.moment === this.moment ? this.#tapped : null;
  }

  /** the spy of mine whose piece has just been revealed to me */
  get learned(): { side: Side; spy: string } | null {
    const told = this.mode === "turn" ? this.table.news.find((event) => event.event === "learned" && event.seat === this.eyes) : undefined;
    return told ? { side: told.seat as Side, spy: told.spy } : null;
  }

  /** `sure`: by keys, which do not slip */
  async tap(at: Square, near?: Element | null, sure = false): Promise<void> {
    const slip = this.#isSlip() && !sure;
    const there = standsOn(this.view, at);
    this.look(there ?? (this.chosen ? standsOn(this.view, this.chosen) : null));
    if (!this.canAct || this.mode !== "turn") return;
    if (this.tool) return this.#tapForTool(this.tool, at, slip, near);
    if (this.chosen && this.lit.has(at)) {
      this.look(standsOn(this.view, this.chosen));
      if (this.target !== at) return this.#put({ spy: this.chosen, to: at, manner: this.half?.manner, order: this.half?.order });
      return slip ? undefined : this.confirm(near);
    }
    if (this.#isMine(there)) {
      if (this.chosen === at) return this.letGo();
      if (this.#lines.has(at)) return this.#put({ spy: at, order: this.half?.order });
      return this.table.legal ? this.why({ action: "move", line: this.#anyLine(at) }, near) : undefined;
    }
    if (!this.chosen) return;
    const line = writeLine(this.chosen, at, "move");
    if (line) return this.why({ action: "move", line }, near);
    if (!there) return this.letGo();
  }

  async #tapForTool(tool: Tool, at: Square, slip: boolean, near?: Element | null): Promise<void> {
    if (this.aimed.includes(at)) {
      if (!this.missing) return slip ? undefined : this.confirm(near);
      return this.#put({ tool, squares: this.aimed.filter((one) => one !== at), order: this.half?.order });
    }
    if (this.lit.has(at)) {
      const squares = this.missing ? [...this.aimed, at] : tool === "swap" ? [this.aimed[0], at] : [at];
      return this.#put({ tool, squares, order: this.half?.order });
    }
    if (tool === "move_two") return;
    return this.why(tool === "swap" ? { action: tool, squares: [this.aimed[0] ?? at, at] } : { action: tool, square: at }, near);
  }

  /** some line of the spy on this square, to hear why it cannot announce */
  #anyLine(at: Square): string {
    return writeLine(at, at.startsWith("a") ? "b" + at.slice(1) : "a" + at.slice(1), "move") ?? `${at} N 1`;
  }
}
