// What lies on my side of the table before it is said: the half-made movement, the card that is aimed, the place for the safe.
// Free until confirmed; kept on the server as this seat's draft, so that a reload or another tab finds it.
import type { Action, Refusal, TableContext } from "$lib/game";
import { Foresight } from "./foresight.svelte";
import { hint } from "./hints";
import { agentLabel } from "./labels";
import type { Outlook } from "./outlook";
import { Asked } from "./asked.svelte";
import { aimed, agentsOf, like, litAgents, litBuildings, type Aim } from "./targets";
import { apart, cardKey, cardOf, on, playing, points, type Agent, type Building } from "./things";

/** `moment` says to which position it belongs: what belongs to another one is not shown. */
interface Half {
  moment: string;
  steps?: Agent[]; // a movement, step by step
  was?: Agent[][]; // what it was before each thing that was done to it: one undo each
  card?: string;
  agents?: Agent[];
  building?: Building;
  keep?: Agent;
}

export type Mode = "move" | "safe" | "card part" | "poll" | "dossier" | "keep";

const MODES = ["move", "safe", "card part", "poll", "dossier", "keep"];
const UNDOS = 8;
const TWICE = 350; // ms: a second tap within this is a slip of the finger, not a yes

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

export class Desk {
  readonly table: TableContext;
  readonly asked: Asked;
  readonly foresight: Foresight;
  #half = $state.raw<Half | null>(null);
  #lastTap = 0;
  #grabbed: { steps: Agent[]; was: Agent[][] } | null = null;
  #done = ""; // the moment of what was confirmed last: it stays drawn until the board has changed
  /** the building whose agents are shown large, with those that stood there when it was opened */
  fan = $state.raw<{ building: Building; agents: Agent[] } | null>(null);
  /** the dossier lies open */
  folderOpen = $state(false);
  /** how wide the board is on this screen, in px */
  width = $state(0);

  constructor(table: TableContext) {
    this.table = table;
    this.asked = new Asked(table, this);
    this.foresight = new Foresight(table);
    this.adopt(table.draft);
  }

  // where we are

  get view() {
    return this.table.view;
  }
  get mode(): Mode | null {
    return this.table.myTurn && MODES.includes(this.view.phase) ? this.view.phase : null;
  }
  get small(): boolean {
    return this.width > 0 && this.width < 560;
  }
  /** the position as a text: what is half-made belongs to exactly one */
  get moment(): string {
    const v = this.view;
    return [v.phase, v.turn, v.die, v.safe, v.discard_size, ...playing(v).map((a) => v.place[a] + "." + v.marker[a])].join(" ");
  }
  get half(): Half | null {
    return this.#half && this.mode && this.#half.moment === this.moment ? this.#half : null;
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
    const text = (value: unknown) => (typeof value === "string" ? value : undefined);
    this.#half = {
      moment: draft.moment,
      ...(draft.steps && { steps: texts(draft.steps).slice(0, 6) }),
      ...(Array.isArray(draft.was) && { was: draft.was.slice(-UNDOS).map((one: unknown) => texts(one).slice(0, 6)) }),
      ...(draft.agents && { agents: texts(draft.agents).slice(0, 2) }),
      ...(draft.card && { card: text(draft.card) }),
      ...(draft.building && { building: text(draft.building) }),
      ...(draft.keep && { keep: text(draft.keep) }),
    };
  }

  /** Forgets what belongs to a position that is gone. */
  settle(): void {
    if (!this.table.past && this.#half && this.#half.moment !== this.moment) this.#half = null;
  }

  /** `agent`: whom it is about, to tell those who do not see the board */
  #put(part: Omit<Half, "moment"> | null, agent?: Agent): void {
    this.#done = "";
    this.#half = part && { moment: this.moment, ...part };
    this.table.setDraft(this.#half);
    if (this.mode === "move" ? this.left === 0 : !this.litAgents.length || this.litBuildings.length) this.fan = null; // nothing left to pick there
    if (agent) {
      const left = this.mode === "move" ? " " + this.table.t("board.points_left", { count: this.left }) : "";
      this.table.announce(`${agentLabel(this, agent)}.${left}`);
    }
  }

  // S3.2 a movement

  get steps(): readonly Agent[] {
    if (this.mode !== "move") return [];
    const [, most] = points(this.view.die);
    return (this.half?.steps ?? []).filter((agent) => this.view.in_play.includes(agent)).slice(0, most);
  }
  stepsOf(agent: Agent): number {
    return this.steps.filter((one) => one === agent).length;
  }
  get points(): Record<Agent, number> {
    const spread: Record<Agent, number> = {};
    for (const agent of this.steps) spread[agent] = (spread[agent] ?? 0) + 1;
    return spread;
  }
  /** points that may still be placed */
  get left(): number {
    return this.mode === "move" ? points(this.view.die)[1] - this.steps.length : 0;
  }
  /** points that must still be placed */
  get missing(): number {
    return this.mode === "move" ? Math.max(0, points(this.view.die)[0] - this.steps.length) : 0;
  }
  step(agent: Agent): void {
    if (this.left > 0) this.#walk([...this.steps, agent], this.#made, agent);
  }
  stepBack(agent: Agent): void {
    const last = this.steps.lastIndexOf(agent);
    if (last >= 0) this.#walk(this.steps.filter((_, i) => i !== last), this.#made, agent);
  }
  /** An agent is picked up: however far it is dragged from here, one undo takes it back. */
  grab(): void {
    this.#grabbed = this.#made;
  }
  /** sets how far the agent that was picked up walks; no farther than the points reach */
  setSteps(agent: Agent, count: number): void {
    const others = this.steps.filter((one) => one !== agent);
    const most = points(this.view.die)[1] - others.length;
    const wanted = Math.max(0, Math.min(count, most));
    if (wanted !== this.stepsOf(agent)) this.#walk([...others, ...Array<Agent>(wanted).fill(agent)], this.#grabbed ?? this.#made, agent);
  }
  get #made() {
    return { steps: [...this.steps], was: this.half?.was ?? [] };
  }
  #walk(steps: Agent[], before: { steps: Agent[]; was: Agent[][] }, agent: Agent): void {
    this.#put({ steps, was: [...before.was, before.steps].slice(-UNDOS) }, agent);
  }
  get canStay(): boolean {
    return this.mode === "move" && this.view.cards && this.view.die === "1-3";
  }

  // S6 a card

  get #cardActions(): readonly Action[] {
    return this.mode === "card part" ? (this.table.legal ?? []).filter((action) => cardOf(action.action)) : [];
  }
  /** names of the cards that can be played now */
  get playable(): string[] {
    return [...new Set(this.#cardActions.map((action) => cardOf(action.action)!))];
  }
  /** the card that is being aimed, or null */
  get card(): string | null {
    const card = this.mode === "card part" ? this.half?.card : undefined;
    return card && this.playable.includes(card) ? card : null;
  }
  get aim(): Aim {
    return { agents: this.half?.agents ?? [], building: this.half?.building ?? null };
  }
  get ways(): readonly Action[] {
    return this.card ? this.#cardActions.filter((action) => action.action === cardKey(this.card!)) : [];
  }
  chooseCard(card: string): void {
    if (this.card === card) this.letGo();
    else if (this.playable.includes(card)) this.#put({ card });
  }
  letGo(): void {
    this.fan = null;
    if (this.half) this.#put(null);
  }

  // what is lit

  get litAgents(): readonly Agent[] {
    if (this.mode === "move") return this.left > 0 ? playing(this.view) : [];
    if (this.card) return litAgents(this.ways, this.aim);
    return [];
  }
  get litBuildings(): readonly Building[] {
    if (this.mode === "safe") return (this.table.legal ?? []).map((action) => action.building).filter(Boolean);
    if (this.card) return litBuildings(this.view, this.ways, this.aim);
    return [];
  }
  get picked(): readonly Agent[] {
    return this.card ? this.aim.agents : [];
  }
  get chosenBuilding(): Building | null {
    return this.mode === "safe" || this.card ? this.aim.building : null;
  }
  get kept(): Agent | null {
    return this.mode === "keep" ? (this.half?.keep ?? null) : null;
  }

  // what it would bring about

  /** what is made so far and has something to show, complete or not */
  get tried(): Action | null {
    if (this.mode === "move") return this.steps.length ? { action: "move", points: this.points } : null;
    return this.mode === "keep" ? null : this.action;
  }
  /** what would be said to play nothing, while a card is asked for */
  get #nothing(): Action | null {
    const { view } = this;
    if (this.mode === "poll") return { action: "poll", reply: "no" };
    return this.mode === "card part" && !view.must_play ? { action: view.has_played ? "done" : "pass_by" } : null;
  }
  /** Called whenever something has changed: asks what would come. */
  foresee(): void {
    void this.foresight.look(this.moment, this.tried ?? this.#nothing);
  }
  /** what is made so far would bring about, as far as it is foretold by now */
  get preview(): Outlook | null {
    return this.tried && this.foresight.of(this.moment);
  }
  /** what comes if I play nothing and nobody else does */
  get ifNobodyPlays(): Outlook | null {
    return !this.tried && this.#nothing ? this.foresight.of(this.moment) : null;
  }
  /** where an agent is drawn: where it would end. Steps need no answer */
  placeOf(agent: Agent): Building {
    if (this.mode === "move") return on(this.view.place[agent], this.stepsOf(agent));
    return this.preview?.place[agent] ?? this.view.place[agent];
  }

  // doing it

  /** what Confirm would do now, or null */
  get action(): Action | null {
    switch (this.mode) {
      case "move":
        return this.steps.length && !this.missing ? { action: "move", points: this.points } : null;
      case "safe":
        return this.aim.building ? { action: "place_safe", building: this.aim.building } : null;
      case "card part":
        return this.card ? aimed(this.view, this.ways, this.aim) : null;
      case "keep":
        return this.kept ? { action: "keep", agent: this.kept } : null;
      default:
        return null;
    }
  }
  async act(action: Action, near?: Element | null): Promise<void> {
    if (this.table.busy) return;
    const before = this.#done;
    this.#done = this.moment;
    this.fan = null;
    const refusal = await this.table.act(action);
    if (!refusal) return;
    this.#done = before;
    this.table.refuse(refusal, near);
  }
  async confirm(near?: Element | null): Promise<void> {
    if (this.action) await this.act(this.action, near);
    else if (this.mode && !this.table.busy) this.#sayMissing(near);
  }
  /** An early Confirm says what is missing. */
  #sayMissing(near?: Element | null): void {
    const { t } = this.table;
    if (this.mode === "move") this.#say(t("board.missing.points", { count: this.missing }), "S3.2", near);
    else if (this.mode === "safe") this.#say(t("board.missing.safe"), "S3.5", near);
    else if (this.mode === "keep") this.#say(t("board.missing.keep"), "S6.1", near);
    else this.#say(hint(this), "S5.8", near);
  }
  /** Says why something that is not lit does not work. */
  async why(action: Action | null, near?: Element | null): Promise<void> {
    const refusal = action && (await this.table.ask(action));
    if (refusal) this.table.refuse(refusal, near);
  }
  /** Says why a card of the own hand is not lit (`kind` as in the strings). */
  whyNotThisCard(kind: string, near?: Element | null): void {
    const { t } = this.table;
    if (this.mode === "poll") this.#say(t("cards.why.poll"), "S5.6", near);
    else if (this.mode !== "card part") this.#say(t("cards.why.later"), "S5.6", near);
    else this.#say(t("cards.why", { card: kind }), "S5.8", near);
  }
  #say(words: string, rule: string, near?: Element | null): void {
    const refusal: Refusal = { code: "board", rule, words: words.slice(0, 1).toUpperCase() + words.slice(1) };
    this.table.refuse(refusal, near);
  }

  get canBack(): boolean {
    return this.half !== null || this.table.canUndo;
  }
  /** one step back: of what is half-made, then of what was done, where that can be undone */
  async back(near?: Element | null): Promise<void> {
    const half = this.half;
    const before = half?.was?.at(-1);
    if (before) this.#put(half!.was!.length > 1 ? { steps: before, was: half!.was!.slice(0, -1) } : null, this.steps.at(-1));
    else if (half?.building && half.card) this.#put({ card: half.card, agents: half.agents });
    else if (half?.agents?.length) this.#put({ card: half.card, agents: half.agents.slice(0, -1) });
    else if (half) this.#put(null);
    else if (this.table.canUndo) {
      this.asked.noMore = false;
      const refusal = await this.table.undo();
      if (refusal) this.table.refuse(refusal, near);
    }
  }

  // tapping

  #isSlip(): boolean {
    const now = performance.now();
    const slip = now - this.#lastTap < TWICE;
    this.#lastTap = now;
    return slip;
  }

  async tapAgent(agent: Agent, near?: Element | null): Promise<void> {
    if (this.table.seat === null || this.table.past || this.table.over) return;
    const slip = this.#isSlip();
    switch (this.mode) {
      case "move":
        if (this.left > 0) return this.step(agent);
        // seven points are no movement at all; there is nothing to ask
        if (this.steps.length === 6) return this.#say(this.table.t("refusal.too_many_points"), "S3.2", near);
        return this.why({ action: "move", points: { ...this.points, [agent]: this.stepsOf(agent) + 1 } }, near);
      case "card part": {
        if (!this.card) return this.#say(this.table.t("board.card_first"), "S5.7", near);
        const { agents } = this.aim;
        if (agents.includes(agent)) return this.#put({ card: this.card, agents: agents.filter((one) => one !== agent) }, agent);
        if (this.litAgents.includes(agent)) return this.#put({ card: this.card, agents: [...agents, agent] }, agent);
        // one agent is enough for this card: another one takes its place
        if (agents.length === 1 && litAgents(this.ways, { agents: [], building: null }).includes(agent) && agentsOf(this.ways[0]).length === 1)
          return this.#put({ card: this.card, agents: [agent] }, agent);
        if (this.litBuildings.includes(this.view.place[agent]) && !slip) return this.tapBuilding(this.view.place[agent], near);
        return this.why(like(this.ways, this.aim, agent, null), near);
      }
      case "safe":
        this.#lastTap = 0;
        return this.tapBuilding(this.view.place[agent], near);
      case "keep":
        return this.why({ action: "keep", agent }, near);
      default:
        return this.why({ action: "move", points: { [agent]: 1 } }, near);
    }
  }

  async tapBuilding(building: Building, near?: Element | null): Promise<void> {
    if (this.table.seat === null || this.table.past || this.table.over) return;
    const slip = this.#isSlip();
    if (this.litBuildings.includes(building)) {
      if (this.chosenBuilding !== building)
        return this.#put(this.card ? { card: this.card, agents: this.half?.agents, building } : { building });
      return slip ? undefined : this.confirm(near);
    }
    if (this.mode === "safe") return this.why({ action: "place_safe", building }, near);
    const here = playing(this.view).filter((agent) => this.placeOf(agent) === building);
    if (this.card && here.length === 1) return this.tapAgent(here[0], near);
    if ((this.mode === "move" || this.card) && here.length) return this.openFan(building); // a building is no agent: nobody walks yet
    const wanted = this.card && like(this.ways, this.aim, null, building);
    if (wanted) return this.why(wanted, near);
    return this.why({ action: "place_safe", building }, near);
  }

  openFan(building: Building): void {
    const agents = playing(this.view).filter((agent) => this.placeOf(agent) === building);
    this.fan = { building, agents };
  }

  keep(agent: Agent): void {
    this.#put({ keep: agent });
  }
}

/** how far a dragged agent walks: to the building it is over, if the points reach there */
export const walked = (view: any, agent: Agent, building: Building, most: number): number => {
  const steps = apart(view.place[agent], building);
  return steps <= most ? steps : steps > 9 ? 0 : most;
};
