// What the cards, pieces, places and words of a game are. Asked for when somebody wants to know, once for each language.
import { api } from "./api";
import type { Thing, Things } from "./protocol";

const asked = new Map<string, Promise<Things>>();

export function thingsOf(game: string, language: string): Promise<Things> {
  const key = `${game} ${language}`;
  let answer = asked.get(key);
  if (!answer) {
    answer = api.things(game, language);
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
  }
  return answer;
}

/** The name of a thing as elements carry it in `data-thing`: `card:safe cracker`. */
export const nameOfThing = ({ kind, value }: Pick<Thing, "kind" | "value">): string => `${kind}:${value}`;

/** The things of these names, each once; a kind that the rules do not tell of is looked up by its value. */
export function find(things: Things, names: readonly string[]): Thing[] {
  const found = names.flatMap((name) => {
    const [kind, value] = name.split(/:(.*)/);
    const same = things.things.filter((thing) => thing.value === value);
    return same.find((thing) => thing.kind === kind) ?? same.find((thing) => thing.kind !== "word") ?? [];
  });
  return [...new Set(found)];
}

/** A piece of a text, and the thing that it names, if it does. */
export interface Named {
  text: string;
  thing: string;
}
const SHORTEST = 6; // letters: a shorter name inside a sentence may be any word
const SHORTEST_ASKED = 3; // unless somebody asks about that very word

/** A pattern that finds these names where they are words of their own, the longest first. */
function anyOf(names: readonly string[]): RegExp {
  const escaped = [...names].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "giu");
}

/** The thing that a text names at a place, from where to where it does; `words`: words of the rules, too. */
export function namedAt(things: Things, text: string, at: number, words = false): { thing: string; from: number; to: number } | null {
  const byName = new Map<string, string>();
  for (const thing of things.things)
    if (words || thing.kind !== "word")
      for (const name of thing.names) if (name.length >= SHORTEST_ASKED && !byName.has(name)) byName.set(name, nameOfThing(thing));
  if (!byName.size) return null;
  for (const { 0: name, index } of text.matchAll(anyOf([...byName.keys()])))
    if (index <= at && at <= index + name.length) return { thing: byName.get(name.toLowerCase())!, from: index, to: index + name.length };
  return null;
}

/** Finds names in texts: the first time that each is said in a sentence, or in a text that says nothing else. */
export function reader(things: Things): (text: string, whole: boolean) => readonly Named[] {
  const byName = new Map(things.things.filter((thing) => thing.kind !== "word").flatMap((thing) => thing.names.map((name) => [name, nameOfThing(thing)] as const)));
  const long = [...byName.keys()].filter((name) => name.length >= SHORTEST);
  const pattern = anyOf(long);
  return (text, whole) => {
    if (whole) return [{ text, thing: byName.get(text.trim().toLowerCase()) ?? "" }];
    if (!long.length) return [{ text, thing: "" }];
    const seen = new Set<string>();
    return text.split(pattern).map((part, i): Named => {
      const thing = i % 2 ? byName.get(part.toLowerCase())! : "";
      if (!thing || seen.has(thing)) return { text: part, thing: "" };
      seen.add(thing);
      return { text: part, thing };
    });
  };
}
