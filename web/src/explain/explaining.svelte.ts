// What is being explained. A thing is explained where its element says its name (`data-thing="card:swap"`, several with `|` between them).
import { keep, readKept } from "$lib/settings.svelte";

const KEY = "topsecret.explained";

class Explaining {
  /** the next tap asks, and does nothing else */
  asking = $state(false);
  wanted = $state.raw<readonly string[]>([]); // names of things
  /** whether somebody at this browser has found out how to ask */
  known = $state(readKept(KEY, { known: false }).known);

  ask(names: readonly string[]): void {
    this.asking = false;
    this.wanted = names;
    if (this.known) return;
    this.known = true;
    keep(KEY, { known: true });
  }
  close(): void {
    this.asking = false;
    this.wanted = [];
  }
}

export const explaining = new Explaining();

const namesOf = (element: Element | null | undefined): string[] => element?.getAttribute("data-thing")?.split("|").filter(Boolean) ?? [];

/** What lies under a finger or a pointer. */
export function thingsUnder(event: MouseEvent): string[] {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const names = namesOf(element.closest("[data-thing]"));
    if (names.length) return names;
  }
  return [];
}

/** The place in a text that lies under a finger or a pointer. */
export interface TextPlace {
  node: Text;
  at: number;
  /** whether these letters of it lie there: beside a line of text, the nearest letter is none */
  holds(from: number, to: number): boolean;
}
interface Caret {
  offsetNode: Node;
  offset: number;
}
type Carets = Document & { caretPositionFromPoint?(x: number, y: number): Caret | null; caretRangeFromPoint?(x: number, y: number): Range | null };
const NEAR = 4; // px: a finger is not exact

export function textUnder({ clientX: x, clientY: y }: MouseEvent): TextPlace | null {
  const carets = document as Carets;
  const caret = carets.caretPositionFromPoint?.(x, y);
  const range = caret ? null : carets.caretRangeFromPoint?.(x, y);
  const node = caret?.offsetNode ?? range?.startContainer;
  if (!(node instanceof Text)) return null;
  const holds = (from: number, to: number) => {
    const letters = document.createRange();
    letters.setStart(node, from);
    letters.setEnd(node, to);
    return [...letters.getClientRects()].some((box) => x >= box.left - NEAR && x <= box.right + NEAR && y >= box.top - NEAR && y <= box.bottom + NEAR);
  };
  return { node, at: caret?.offset ?? range!.startOffset, holds };
}

/** What an element names or shows, itself or inside it. */
export function thingsIn(element: Element | null): string[] {
  if (!element || element === document.body) return [];
  const own = namesOf(element.closest("[data-thing]"));
  return own.length ? own : [...element.querySelectorAll("[data-thing]")].flatMap(namesOf);
}
