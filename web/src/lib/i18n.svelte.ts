// The words of the page. The shell's are in `strings/<language>.json`, a game's in its `web/strings.<language>.json`; both are found by
// looking, and loaded when needed. A language is offered once the shell has a file for it; a game without it speaks English.
import { settings } from "./settings.svelte";
import { fill, variant, type Strings } from "./words";

const shellFiles = import.meta.glob<Strings>("../strings/*.json", { import: "default" });
const gameFiles = import.meta.glob<Strings>("$games/*/web/strings.*.json", { import: "default" });

const shellOf = (language: string) =>
  Object.entries(shellFiles).find(([path]) => path.endsWith(`/${language}.json`))?.[1];
const gameOf = (game: string, language: string) =>
  Object.entries(gameFiles).find(([path]) => path.endsWith(`/${game}/web/strings.${language}.json`))?.[1];

/** The languages that are offered, English first. */
export const languages: string[] = Object.keys(shellFiles)
  .map((path) => path.replace(/^.*\/|\.json$/g, ""))
  .sort((a, b) => Number(b === "en") - Number(a === "en") || a.localeCompare(b));

/** What each language calls itself. */
export const languageName = (language: string): string =>
  ({ en: "English", de: "Deutsch", fr: "Français", it: "Italiano" })[language] ?? language;

export function wanted(): string {
  const asked = [settings.language, ...navigator.languages.map((one) => one.slice(0, 2).toLowerCase())];
  return asked.find((one) => languages.includes(one)) ?? "en";
}

class Words {
  language = $state("en");
  shell = $state.raw<Strings>({});
  games = $state.raw<Record<string, Strings>>({});
  #loading = 0;

  /** Loads a language for the shell and all games in use, and only then switches to it. */
  async use(language: string): Promise<void> {
    const mine = ++this.#loading;
    const games = Object.keys(this.games);
    const [shell, ...rest] = await Promise.all([shellOf(language)?.() ?? {}, ...games.map((game) => load(game, language))]);
    if (mine !== this.#loading) return;
    this.shell = shell;
    this.games = Object.fromEntries(games.map((game, i) => [game, rest[i]]));
    this.language = language;
    document.documentElement.lang = language;
  }

  /** The strings of a game, in the language of now. */
  async needs(game: string): Promise<void> {
    if (this.games[game]) return;
    const strings = await load(game, this.language);
    this.games = { ...this.games, [game]: strings };
  }
}

async function load(game: string, language: string): Promise<Strings> {
  return (await (gameOf(game, language) ?? gameOf(game, "en"))?.()) ?? {};
}

export const words = new Words();

/** A string of the shell; `{name}` is filled in; the variant `key.count=1` is taken where it fits. */
export function t(key: string, params: Record<string, any> = {}): string {
  return speak(words.shell, key, params) ?? key;
}

/** A string of a game or of the shell. */
export function tg(game: string, key: string, params: Record<string, any> = {}): string {
  return speak(words.games[game] ?? {}, key, params) ?? t(key, params);
}

/** Whether there are words for this key. */
export const has = (game: string, key: string): boolean => key in (words.games[game] ?? {}) || key in words.shell;

function speak(strings: Strings, key: string, params: Record<string, any>): string | undefined {
  const pattern = strings[variant(strings, key, params)];
  return pattern === undefined ? undefined : fill(pattern, params);
}
