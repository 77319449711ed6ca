// What moves when something has happened: agents walk building by building, markers climb, the safe flies, the die tumbles.
// The board is always drawn as it is; motion only plays how it came to that, and any tap or key finishes it.
import type { GameEvent } from "$lib/game";
import type { Desk } from "./desk.svelte";
import { field, markers, route, safePoint, shownOn, type Point } from "./geometry";
import { figures } from "./layout";
import { logs } from "./log";
import { moves } from "./moves";
import { apart, cardOf, playing, type Agent, type Building } from "./things";

interface Drawn {
  view: unknown;
  figure: Record<Agent, Point & { building: Building }>;
  marker: Record<Agent, Point & { value: number; size: number }>;
  safe: Building;
}

const STEP = 140;
const FLY = 420;
const EASE = "cubic-bezier(.2,.8,.2,1)";

const READ = 250; // ms: to read the line that tells it
const PLAYED = 600; // to read a card
const SCORING = 500; // to see what was scored, once the markers stand

/** how long the pictures of these events take; what I did myself I have seen already */
export function pace(news: readonly GameEvent[], seat: number | null): number {
  const own = news.some((event) => event.seat === seat && (event.event === "move" || event.event === "place_safe" || cardOf(event.event)));
  let time = news.some((event) => logs(event) && event.seat !== seat) ? READ : 0;
  let climb = 0;
  for (const event of news) {
    if (event.event === "scoring") time += SCORING;
    if (event.event === "roll" || (event.event === "safe_moved" && !own)) time += FLY;
    if (cardOf(event.event) && !own) time += PLAYED;
    if (event.event === "scored" || event.event === "tipped") climb = Math.max(climb, Math.min(900, 60 * Math.abs(event.points) + 140));
  }
  for (const { steps } of own ? [] : moves(news)) time += steps ? STEP * Math.abs(steps) : FLY / 2;
  return time + climb;
}

const shift = (from: Point, to: Point, lift = 0) => `translate(${from.x - to.x}px, ${from.y - to.y - lift}px)`;

export class Motion {
  #last: Drawn | null = null;
  #running = new Set<Animation>();

  finish(): void {
    for (const animation of this.#running) animation.finish();
  }

  #play(element: Element | null, frames: Keyframe[], duration: number, delay: number, easing = EASE): void {
    if (!element || !duration) return;
    for (const before of element.getAnimations()) before.cancel();
    const animation = element.animate(frames, { duration, delay, easing, fill: "backwards" });
    this.#running.add(animation);
    const gone = () => this.#running.delete(animation);
    animation.onfinish = gone;
    animation.oncancel = gone;
  }

  /** Called after every drawing: plays the way from what was drawn before. */
  show(board: HTMLElement, desk: Desk): void {
    const { table, view } = desk;
    const stand = Object.fromEntries(playing(view).map((agent) => [agent, view.marker[agent]]));
    const now: Drawn = {
      view,
      figure: Object.fromEntries(figures(desk).filter((one) => !one.ghost).map((one) => [one.agent, one])),
      marker: Object.fromEntries(markers(stand, {}).map((one) => [one.agent, one])),
      safe: view.safe,
    };
    const before = this.#last;
    this.#last = now;
    if (!before) return;
    const news = before.view === view ? null : table.news;
    if (news && !news.length) {
      this.finish(); // a jump: only drawn
      return;
    }
    const find = (name: string) => board.querySelector(name);
    if (table.reducedMotion) this.#fade(before, now, find);
    else this.#tell(before, now, news ?? [], find, news === null);
  }

  #tell(before: Drawn, now: Drawn, news: readonly GameEvent[], find: (name: string) => Element | null, own: boolean): void {
    let time = 0;
    if (news.some((event) => event.event === "roll") && !news.some((event) => event.event === "move")) {
      this.#roll(find("[data-die]"), time);
      time += FLY;
    }
    const walked: Record<Agent, number> = {};
    for (const { agent, steps } of moves(news)) walked[agent] = (walked[agent] ?? 0) + steps;
    for (const agent in now.figure) {
      const from = before.figure[agent];
      const to = now.figure[agent];
      if (!from || (from.x === to.x && from.y === to.y)) continue;
      const figure = find(`[data-figure="${agent}"]`);
      const clockwise = apart(from.building, to.building);
      const steps = own ? (clockwise <= 6 ? clockwise : clockwise - 12) : (walked[agent] ?? 0);
      if (steps && (steps + 12) % 12 === clockwise) {
        const way = [from, ...route(from.building, steps).slice(1, -1), to];
        const frames = way.flatMap((point, i) =>
          i ? [{ transform: shift(middleOf(way[i - 1], point), to, 10) }, { transform: shift(point, to) }] : [{ transform: shift(point, to) }],
        );
        const duration = STEP * Math.abs(steps);
        this.#play(figure, frames, duration, time, "linear");
        time += own ? 0 : duration;
      } else if (clockwise) {
        this.#play(figure, arc(from, to), FLY, time);
      } else this.#play(figure, [{ transform: shift(from, to) }, { transform: "none" }], STEP, time);
    }
    if (own) return;
    this.#climb(before, now, find, time + (time ? 80 : 0));
    if (before.safe !== now.safe) this.#play(find("[data-safe]"), arc(safePoint(before.safe), safePoint(now.safe)), FLY, time);
    if (news.some((event) => event.event === "roll") && news.some((event) => event.event === "move")) this.#roll(find("[data-die]"), time);
  }

  #climb(before: Drawn, now: Drawn, find: (name: string) => Element | null, delay: number): void {
    for (const agent in now.marker) {
      const from = before.marker[agent];
      const to = now.marker[agent];
      if (!from || (from.x === to.x && from.y === to.y)) continue;
      const marker = find(`[data-marker="${agent}"]`);
      const [first, last] = [shownOn(from.value), shownOn(to.value)];
      const way: Point[] = [from];
      for (let i = first; i !== last; i += last > first ? 1 : -1) if (i !== first) way.push(field(i));
      way.push(to);
      // inside a scaled group one unit is `size` units of the board
      const frames = way.map((point) => ({ transform: `translate(${(point.x - to.x) / to.size}px, ${(point.y - to.y) / to.size}px)` }));
      const spaces = Math.abs(last - first);
      this.#play(marker, frames, spaces ? Math.min(900, 60 * spaces + 60) : STEP, spaces ? delay : 0, "linear");
    }
  }

  #roll(die: Element | null, delay: number): void {
    const frames = [
      { transform: "translateY(-60%) rotate(-200deg) scale(.7)", opacity: 0 },
      { transform: "translateY(0) rotate(-40deg) scale(1.08)", opacity: 1, offset: 0.6 },
      { transform: "rotate(6deg)", offset: 0.8 },
      { transform: "none" },
    ];
    this.#play(die, frames, FLY, delay);
  }

  #fade(before: Drawn, now: Drawn, find: (name: string) => Element | null): void {
    const appear = (element: Element | null) => this.#play(element, [{ opacity: 0 }, { opacity: 1 }], 120, 0);
    for (const agent in now.figure)
      if (before.figure[agent]?.building !== now.figure[agent].building) appear(find(`[data-figure="${agent}"]`));
    for (const agent in now.marker) if (before.marker[agent]?.value !== now.marker[agent].value) appear(find(`[data-marker="${agent}"]`));
    if (before.safe !== now.safe) appear(find("[data-safe]"));
  }
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** lifts, flies in an arc, lands */
function arc(from: Point, to: Point): Keyframe[] {
  return [0, 0.25, 0.5, 0.75, 1].map((part) => ({
    transform: shift({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, to, 90 * Math.sin(Math.PI * part)),
  }));
}
