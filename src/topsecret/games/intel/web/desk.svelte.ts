// What lies on my side of the table before it is done: the agent that is chosen, what it shall do, where. Free until confirmed; kept on
// the server as this seat's draft, so that a reload or another tab finds it. A tile that is laid out as a cost is a draft of the game itself.
import { MediaQuery } from "svelte/reactivity";
import { isRefusal, type Action, type TableContext } from "$lib/game";
import { AGENTS, ROSTER, SPACES, STARS } from "./box";
import { Foresight, has, type Ahead } from "./foresight.svelte";
import { Outlook } from "./outlook.svelte";
import { setbacks, type Setback } from "./setbacks";
import { agentAt, CARRIABLE, eyesOf, isOnBoard, looseAt, near as nearSide, sideOf, wayTo, type Agent, type Kind, type Role, type Side, type Space } from "./things";
import { optionsOf, paidVerb, PAID, payments, PUSHES, verbsOf, familyOf, type Option, type Verb } from "./verbs";

/** `moment` says to which position it belongs; the agent stays chosen for the whole turn. */
interface Half {
  turn: number;
  moment: string;
  agent?: Agent;
  role?: Role; // of the roster, to be spawned
  verb?: Verb;
  from?: Space;
  tile?: Kind;
  to?: Space;
}
type Part = Omit<Half, "turn" | "moment">;

/** a choice of tiles at a space of the board */
export interface Fan {
  at: Space;
  why: "pay" | "give" | "steal" | "push";
  kinds: readonly Kind[];
}

const TWICE = 350; // ms: a second tap within this is a slip of the finger, not a yes
const ACTING = ["move", "give", "lift", "lower", "shift", "journey", "pin", "unpin", "block", "spawn"]; // what ending the turn would waste

const one = <T>(found: readonly T[]): T[] => [...new Set(found)];

export class Desk {
  readonly table: TableContext;
  readonly foresight: Foresight;
  readonly outlook: Outlook;
  #half = $state.raw<Half | null>(null);
  #lastTap = 0;
  #wide = new MediaQuery("(min-width: 1000px) and (min-height: 560px)"); // as in the shell's Frame
  #kept = ""; // the draft as it was put last
  /** the agent that is looked at: one of theirs, or mine when it is not my turn */
  looked = $state.raw<Agent | null>(null);
  /** the letter of a space that is being typed */
  typed = $state("");
  /** End turn was pressed with actions left */
  ending = $state(false);
  /** how wide the board is on this screen, in px */
  width = $state(0);

  constructor(table: TableContext) {
    this.table = table;
    this.foresight = new Foresight(table);
    this.outlook = new Outlook(table);
    this.adopt(table.draft);
  }

  // where we are

  get view() {
    return this.table.view;
  }
  get eyes(): Side | null {
    return eyesOf(this.table);
  }
  get mine(): Side {
    return nearSide(this.eyes);
  }
  get mode(): "turn" | "keep" | null {
    const phase = this.view.phase;
    return this.table.myTurn && (phase === "turn" || phase === "keep") ? phase : null;
  }
  /** the shell's layout for phones: what is asked stands below the board, and the buttons at the thumb */
  get narrow(): boolean {
    return !this.#wide.current;
  }
  /** spaces too small for their names */
  get small(): boolean {
    return this.width > 0 && this.width < 560;
  }
  get canAct(): boolean {
    return this.table.seat !== null && !this.table.past && !this.table.over;
  }
  /** the position as a text: what is half-made belongs to exactly one */
  readonly moment: string = $derived.by(() => {
    const v = this.view;
    return [v.phase, v.turn, v.turns, v.actions_left, v.spawning, v.points, JSON.stringify([v.place, v.carries, v.paying, v.lying])].join(" ");
  });
  get half(): Part | null {
    const half = this.#half;
    if (!half || this.mode !== "turn" || half.turn !== this.view.turns) return null;
    return half.moment === this.moment ? half : half.agent ? { agent: half.agent } : null;
  }

  // the draft

  /** Takes over what another tab, or this one before a reload, has kept. Anything else than a draft of ours is nothing. */
  adopt(draft: any): void {
    const text = JSON.stringify(draft ?? null);
    if (text === this.#kept) return;
    this.#kept = text;
    if (!draft || typeof draft !== "object" || typeof draft.moment !== "string" || typeof draft.turn !== "number") {
      if (!this.#acting) this.#half = null;
      return;
    }
    const space = (value: unknown) => typeof value === "string" && value in SPACES;
    this.#half = {
      turn: draft.turn,
      moment: draft.moment,
      ...(AGENTS.includes(draft.agent) && { agent: draft.agent }),
      ...(draft.role in ROSTER && { role: draft.role }),
      ...(typeof draft.verb === "string" && { verb: draft.verb }),
      ...(space(draft.from) && { from: draft.from }),
      ...(typeof draft.tile === "string" && { tile: draft.tile }),
      ...(space(draft.to) && { to: draft.to }),
    };
  }
  #acting = false;
  #ends = false; // End turn was pressed and waits for the table
  #touched = 0; // how often something was put here or let go
  #put(part: Part | null): void {
    this.#touched++;
    this.ending = false;
    this.typed = "";
    this.#half = part && Object.values(part).some((value) => value !== undefined) ? { turn: this.view.turns, moment: this.moment, ...part } : null;
    this.#kept = JSON.stringify(this.#half);
    this.table.setDraft(this.#half);
  }

  // who acts

  get #legal(): readonly Action[] {
    return this.mode === "turn" ? (this.table.legal ?? []) : [];
  }
  /** the agent that has laid out a tile */
  get payer(): Agent | null {
    const who = this.mode === "turn" && this.table.seat !== null ? this.view.paying[this.table.seat] : null;
    return AGENTS.includes(who) ? who : null;
  }
  get paidWith(): Kind | null {
    return this.payer ? this.view.paying_with[this.table.seat!] : null;
  }
  get agent(): Agent | null {
    if (this.payer) return this.payer;
    const agent = this.half?.agent;
    return agent && isOnBoard(this.view, agent) && sideOf(agent) === this.eyes ? agent : null;
  }
  /** whose card is shown */
  get shown(): Agent | null {
    return this.agent ?? (this.looked && isOnBoard(this.view, this.looked) ? this.looked : null);
  }
  /** the role that is to be spawned */
  get role(): Role | null {
    return (!this.payer && this.half?.role) || null;
  }
  get verb(): Verb | null {
    if (this.payer) return paidVerb(this.view, this.payer);
    return this.agent ? (this.half?.verb ?? "move") : null;
  }
  /** the tile of a paid verb is still to be chosen */
  get toPay(): boolean {
    return this.verb !== null && PAID.includes(this.verb) && !this.payer;
  }
  canDo(agent: Agent, verb: Verb): boolean {
    if (PAID.includes(verb) && this.payer !== agent) return payments(this.#legal, agent).length > 0;
    return optionsOf(this.view, this.#legal, agent, verb, this.payer === agent).length > 0;
  }
  /** my agents that can do something, and roles that can be spawned */
  readonly ready: readonly Agent[] = $derived.by(() => (this.mode === "turn" ? AGENTS.filter((agent) => sideOf(agent) === this.eyes && isOnBoard(this.view, agent) && verbsOf(this.view, agent).some((verb) => this.canDo(agent, verb))) : []));
  readonly spawnable: readonly Role[] = $derived.by(() => one(this.#legal.filter((action) => action.action === "spawn").map((action) => action.role as Role)));

  // what is lit

  readonly #options: readonly Option[] = $derived.by(() => {
    if (this.role) return this.#legal.filter((action) => action.action === "spawn" && action.role === this.role).map((action) => ({ action, to: action.place }));
    return this.agent && this.verb ? optionsOf(this.view, this.#legal, this.agent, this.verb, this.payer !== null) : [];
  });
  get from(): Space | null {
    return this.half?.from ?? null;
  }
  get to(): Space | null {
    return this.half?.to ?? null;
  }
  #fits(option: Option, part: Pick<Part, "from" | "tile" | "to">): boolean {
    return (!part.from || option.from === part.from) && (!part.tile || option.tile === part.tile) && (!part.to || option.to === part.to);
  }
  /** the tile that is chosen, or the only one that there is to choose */
  get tile(): Kind | null {
    if (this.half?.tile) return this.half.tile;
    const { from, to } = this.half ?? {};
    if (this.#isPush && !from) return null;
    const kinds = one(this.#options.filter((option) => this.#fits(option, { from, to })).map((option) => option.tile));
    return kinds.length === 1 ? (kinds[0] ?? null) : null;
  }
  get #isPush(): boolean {
    return this.verb !== null && PUSHES.includes(this.verb);
  }
  readonly lit: ReadonlySet<Space> = $derived.by(() => {
    const { from, tile } = this.half ?? {};
    if (this.#isPush && !from) return new Set(this.#options.map((option) => option.from!));
    return new Set(this.#options.filter((option) => option.to && this.#fits(option, { from, tile })).map((option) => option.to!));
  });
  readonly fan: Fan | null = $derived.by(() => {
    if (!this.agent || !this.verb) return null;
    const at: Space = this.view.place[this.agent];
    if (this.toPay) return { at, why: "pay", kinds: payments(this.#legal, this.agent).map((action) => action.tile as Kind) };
    if (this.tile) return null;
    const { from, to } = this.half ?? {};
    const kinds = one(this.#options.filter((option) => option.tile && this.#fits(option, { from, to })).map((option) => option.tile!));
    if (kinds.length < 2) return null;
    if (this.verb === "give") return { at, why: "give", kinds };
    if (this.verb === "steal") return to ? { at: to, why: "steal", kinds } : null;
    return this.#isPush && from ? { at: from, why: "push", kinds } : null;
  });

  readonly setbacks: readonly Setback[] = $derived.by(() => setbacks(this));

  // what it would bring about

  /** what Confirm would do now, or null */
  get action(): Action | null {
    const half = this.half;
    if (this.mode !== "turn" || (!this.role && !this.agent)) return null;
    const tile = this.tile ?? undefined;
    const fitting = this.#options.filter((option) => this.#fits(option, { from: half?.from, tile, to: half?.to }));
    if (fitting.length !== 1 || (fitting[0].to && !half?.to)) return null;
    return fitting[0].tile && !tile ? null : fitting[0].action;
  }
  get ahead(): Ahead | null {
    return this.foresight.of(this.action);
  }
  /** what retiring this agent would score, where that is known */
  retiring(agent: Agent): number | null {
    return (has(this.foresight.of({ action: "retire", agent }), "retired")?.points as number | undefined) ?? null;
  }
  /** a lit place where something bad would happen */
  isDanger(space: Space): boolean {
    const option = this.verb === "move" ? this.#options.find((found) => found.to === space) : null;
    const ahead = option ? this.foresight.of(option.action) : null;
    return has(ahead, "trapped") !== undefined || has(ahead, "overloaded") !== undefined;
  }
  /** Asks for what is looked at: the half-made action, the moves and the retirement of the agent that is chosen. */
  foresee(): void {
    if (this.mode !== "turn") return;
    const wanted = [...(this.action ? [this.action] : []), ...(this.verb === "move" ? this.#options.map((option) => option.action) : [])];
    const retire = this.agent && this.#legal.find((action) => action.action === "retire" && action.agent === this.agent);
    this.foresight.look(this.moment, retire ? [...wanted, retire] : wanted);
  }

  // doing it

  async act(action: Action, near?: Element | null, then: Part | null = null): Promise<boolean> {
    if (this.table.busy) return false;
    this.#acting = true;
    const touched = this.#touched;
    const refusal = await this.table.act(action);
    this.#acting = false;
    if (refusal) {
      this.table.refuse(refusal, near);
      return false;
    }
    // the board may have shown it before the answer came, and a quick hand has gone on
    if (this.#touched === touched) this.#put(then);
    return true;
  }
  async confirm(near?: Element | null): Promise<void> {
    const action = this.action;
    if (action) await this.act(action, near, this.agent ? { agent: this.agent } : null);
  }
  /** something is left that would be wasted */
  get wasteful(): boolean {
    return this.#legal.some((action) => ACTING.includes(action.action) && (action.action === "spawn" || this.view.actions_left > 0));
  }
  /** A press right after the last action counts for the turn as that leaves it. */
  async endTurn(near?: Element | null): Promise<void> {
    if (this.#ends) return;
    this.#ends = true;
    await this.table.ready?.();
    this.#ends = false;
    if (this.mode !== "turn" || !this.table.legal) return;
    if (this.payer) return this.why({ action: "end_turn" }, near);
    if (this.wasteful && !this.ending) {
      this.#touched++;
      this.ending = true;
      this.table.announce(this.table.t("board.end_turn.sure", { count: this.view.actions_left }));
      return;
    }
    this.ending = false;
    await this.act({ action: "end_turn" }, near);
  }
  /** Says why something that is not lit does not work. */
  async why(action: Action | null, near?: Element | null): Promise<void> {
    const answer = action && (await this.table.preview(action));
    if (answer && isRefusal(answer)) this.table.refuse(answer, near);
  }
  #say(key: string, rule: string, near?: Element | null): void {
    this.table.refuse({ code: key, rule, words: this.table.t(key) }, near);
  }

  get canBack(): boolean {
    const { verb, from, tile, to, role } = this.half ?? {};
    return this.ending || [verb, from, tile, to, role].some((part) => part !== undefined) || this.payer !== null || this.table.canUndo;
  }
  /** one step back: of what is half-made, then of what was done, where that can be undone */
  async back(near?: Element | null): Promise<void> {
    if (this.table.busy) return;
    const half = this.half ?? {};
    if (this.ending) this.ending = false;
    else if (half.to) this.#put({ ...half, to: undefined });
    else if (half.from) this.#put({ ...half, from: undefined, tile: undefined });
    else if (half.tile) this.#put({ ...half, tile: undefined });
    else if (this.payer) await this.#takeBack(near);
    else if (half.verb) this.#put({ agent: half.agent });
    else if (half.role) this.#put(null);
    else if (this.table.canUndo) await this.#undo(near);
  }
  async #undo(near?: Element | null): Promise<void> {
    const refusal = await this.table.undo();
    if (refusal) this.table.refuse(refusal, near);
  }
  /** The tile that is laid out: laying it out was the last thing done, so it is undone, and leaves nothing that could be undone again. */
  async #takeBack(near?: Element | null): Promise<void> {
    const agent = this.payer!;
    if (this.table.canUndo) await this.#undo(near);
    else await this.act({ action: "back" }, near);
    this.#put({ agent });
  }
  async letGo(near?: Element | null): Promise<void> {
    this.looked = null;
    if (this.payer) await this.#takeBack(near);
    else this.#put(null);
  }
  /** something is half-made that can be let go */
  get holds(): boolean {
    const { verb, from, to, role } = this.half ?? {};
    return this.payer !== null || [verb, from, to, role].some((part) => part !== undefined);
  }

  // tapping

  choose(agent: Agent): void {
    this.looked = null;
    this.#put(this.agent === agent && !this.half?.verb ? null : { agent });
  }
  async chooseRole(role: Role, near?: Element | null): Promise<void> {
    if (!this.canAct) return;
    if (this.role === role) return this.#put(null);
    if (!this.payer && this.spawnable.includes(role)) return this.#put({ role });
    if (this.mode !== "turn") return;
    const free = STARS.find((star) => !agentAt(this.view, star) && !this.view.lying[star]) ?? STARS[0];
    return this.why({ action: "spawn", role, place: free }, near);
  }
  async chooseVerb(verb: Verb, near?: Element | null): Promise<void> {
    const agent = this.agent;
    if (!agent || this.mode !== "turn") return;
    if (this.payer) {
      if (verb !== this.verb) return this.why(this.#example(agent, verb, null), near);
      return this.half?.tile || this.half?.to ? this.#put({ agent }) : undefined;
    }
    if (this.half?.verb === verb) return this.#put({ agent });
    if (!this.canDo(agent, verb)) return this.why(this.#example(agent, verb, null), near);
    const pays = PAID.includes(verb) ? payments(this.#legal, agent) : [];
    if (pays.length === 1) return void (await this.act(pays[0], near, { agent }));
    this.#put({ agent, verb: verb === "move" ? undefined : verb });
  }
  async chooseTile(kind: Kind, near?: Element | null): Promise<void> {
    const fan = this.fan;
    if (!fan || !this.agent) return;
    if (fan.why === "pay") return void (await this.act({ action: "pay", agent: this.agent, tile: kind }, near, { agent: this.agent }));
    this.#put({ ...this.half, agent: this.agent, tile: kind });
  }

  /** `sure`: by keys, which do not slip */
  async tap(at: Space, near?: Element | null, sure = false): Promise<void> {
    const now = performance.now();
    const slip = now - this.#lastTap < TWICE && !sure;
    this.#lastTap = now;
    const there = agentAt(this.view, at);
    this.looked = there;
    if (this.mode !== "turn" || !this.canAct) return;
    if (this.lit.has(at)) {
      if (this.#isPush && !this.from) return this.#put({ ...this.half, agent: this.agent!, from: at });
      if (this.to !== at) return this.#put({ ...this.half, ...(this.agent && { agent: this.agent }), to: at });
      return slip ? undefined : this.confirm(near);
    }
    if (this.#isPush && this.#options.some((option) => option.from === at)) return this.#put({ ...this.half, agent: this.agent!, from: at, tile: undefined, to: undefined });
    if (there && sideOf(there) === this.eyes && !this.payer) return this.choose(there);
    if (this.role) return STARS.includes(at) ? this.why({ action: "spawn", role: this.role, place: at }, near) : this.#say("board.refused.star", "I2.5", near);
    if (!this.agent || !this.verb) return;
    const example = this.#example(this.agent, this.verb, at);
    if (example) return this.why(example, near);
    if (this.verb === "move" && !there) return this.#say("board.refused.far", "I3.1", near);
    if (this.verb === "journey") return this.#say("board.refused.star", "I4.8", near);
  }

  /** an action of that kind, to hear why it cannot be done; null if none can be written */
  #example(agent: Agent, verb: Verb, at: Space | null): Action | null {
    const place: Space = this.view.place[agent];
    const action = familyOf(verb);
    const own = CARRIABLE.find((kind) => this.view.carries[agent][kind]) ?? CARRIABLE[0];
    if (PAID.includes(verb) && !this.payer) return { action: "pay", agent, tile: own };
    const other = (at && agentAt(this.view, at)) ?? (at ? null : AGENTS.find((one) => one !== agent && isOnBoard(this.view, one) && (verb !== "pin" || sideOf(one) !== this.eyes)));
    switch (verb) {
      case "move": {
        const way = at ? wayTo(place, at) : Object.keys(SPACES[place].beside)[0];
        return way ? { action, agent, way } : null;
      }
      case "retire":
        return { action, agent };
      case "give":
        return other || !at ? { action, agent, tile: own, other: other ?? agent } : null;
      case "pin":
        return other || !at ? { action, agent, other: other ?? agent } : null;
      case "unpin":
        return { action, agent, other: other ?? agent };
      case "steal":
        return other ? { action, other, tile: CARRIABLE.find((kind) => this.view.carries[other][kind]) ?? CARRIABLE[0] } : null;
      case "journey":
        return at && !STARS.includes(at) ? null : { action, place: at ?? STARS[0] };
      case "block":
      case "block_far":
        return { action, place: at ?? Object.values(SPACES[place].beside)[0] };
      default: {
        const from = this.from && at && wayTo(this.from, at) ? this.from : (at ?? "a1");
        const ways = { lift: ["NW", "NE"], lower: ["SW", "SE"], shift: ["W", "E"] }[verb];
        const wanted = this.from && at ? wayTo(this.from, at) : null;
        return { action, place: from, tile: looseAt(this.view, from)[0]?.kind ?? CARRIABLE[0], way: wanted && ways.includes(wanted) ? wanted : ways[0] };
      }
    }
  }
}
