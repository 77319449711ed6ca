// A table that answers nothing: it shows fixtures and notes what was done.
import type { Action, GameEvent, Refusal } from "../src/lib/game";

export class FakeTable {
  #fixtures: any;
  #strings: Record<string, string>;
  name = $state("");
  shown = $state.raw<any>(null);
  draft = $state.raw<any>(null);
  busy = false;
  online = true;
  canUndo = false;
  notes = "";
  reducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
  done = $state<string[]>([]);
  slip = $state("");
  said = $state("");
  names = ["Anna", "Bob", "Chloé", "David", "Mata"];
  info: any = { code: "TEST", game: "spies" };
  seats: any[] = [];
  past = false;

  constructor(fixtures: any, name: string, strings: Record<string, string>) {
    this.#fixtures = fixtures;
    this.#strings = strings;
    this.go(name);
  }
  go(name: string) {
    this.name = name;
    this.shown = this.#fixtures[name];
  }
  get seat() {
    return this.shown.seat;
  }
  get view() {
    return this.shown.view;
  }
  get news(): GameEvent[] {
    return this.shown.news;
  }
  get events(): GameEvent[] {
    return this.shown.events;
  }
  get legal(): Action[] | null {
    return this.shown.legal;
  }
  get over() {
    return this.view.phase === "over";
  }
  get myTurn() {
    return this.view.actors.includes(this.seat);
  }
  setNotes(notes: string) {
    this.notes = notes;
  }
  setDraft(draft: any) {
    this.draft = draft;
  }
  async act(action: Action): Promise<Refusal | null> {
    this.done = [...this.done, JSON.stringify(action)];
    return null;
  }
  async ask(action: Action): Promise<Refusal | null> {
    return { code: "asked", rule: "S3.2", words: JSON.stringify(action) };
  }
  async preview(action: Action): Promise<Refusal> {
    return { code: "asked", rule: "S3.2", words: JSON.stringify(action) };
  }
  async help(topic: string): Promise<Refusal> {
    return { code: "help_off", rule: "", words: topic };
  }
  async undo() {
    return null;
  }
  refuse(refusal: Refusal) {
    this.slip = `${refusal.words} (${refusal.rule})`;
  }
  announce(words: string) {
    this.said = words;
  }
  openRule() {}
  openFolder() {}
  shutFolder() {}
  t = (key: string, params: Record<string, any> = {}): string => {
    const variant = Object.entries(params).map(([name, value]) => `${key}.${name}=${value}`).find((one) => one in this.#strings);
    const pattern = this.#strings[variant ?? key];
    return pattern === undefined ? `⟦${key}⟧` : pattern.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? "?"));
  };
  tell = (event: GameEvent): string => this.t(`event.${event.event}`, { ...event, seat: this.names[event.seat ?? 0] });
}
