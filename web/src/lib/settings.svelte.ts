// What this browser remembers of its user. Kept in localStorage; works without it (a private window).
const KEY = "topsecret.settings";

export type Theme = "auto" | "dark" | "light";
export type Motion = "auto" | "reduced";
export type Together = "auto" | "on" | "off";
export type Speed = "calm" | "normal" | "fast";

interface Kept {
  language: string; // "" : as the browser says
  theme: Theme;
  sound: boolean;
  motion: Motion;
  nickname: string;
  together: Together; // "auto": beside a big screen
  speed: Speed | ""; // "": calm for the first matches, then normal
  finished: string[]; // the codes of the first matches that were played to the end here
}

const FIRST_MATCHES = 3;
const TIMES: Record<Speed, number> = { calm: 2, normal: 1, fast: 0.5 };

export function readKept<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // nothing is remembered then
  }
}

class Settings {
  #kept = $state<Kept>({ language: "", theme: "auto", sound: true, motion: "auto", nickname: "", together: "auto", speed: "", finished: [] });
  #calm = $state(false); // what the system asks for
  #day = $state(false);

  constructor() {
    Object.assign(this.#kept, readKept(KEY, {}));
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const day = matchMedia("(prefers-color-scheme: light)");
    this.#calm = calm.matches;
    this.#day = day.matches;
    calm.addEventListener("change", () => (this.#calm = calm.matches));
    day.addEventListener("change", () => (this.#day = day.matches));
    addEventListener("storage", (event) => {
      if (event.key === KEY) Object.assign(this.#kept, readKept(KEY, {}));
    });
  }

  #set(change: Partial<Kept>): void {
    Object.assign(this.#kept, change);
    keep(KEY, $state.snapshot(this.#kept));
  }

  get language() {
    return this.#kept.language;
  }
  set language(language: string) {
    this.#set({ language });
  }
  get theme() {
    return this.#kept.theme;
  }
  set theme(theme: Theme) {
    this.#set({ theme });
  }
  get sound() {
    return this.#kept.sound;
  }
  set sound(sound: boolean) {
    this.#set({ sound });
  }
  get motion() {
    return this.#kept.motion;
  }
  set motion(motion: Motion) {
    this.#set({ motion });
  }
  get nickname() {
    return this.#kept.nickname;
  }
  set nickname(nickname: string) {
    this.#set({ nickname: nickname.slice(0, 24) });
  }
  /** people sit side by side: no sound tells what only one of them knows */
  get together() {
    return this.#kept.together;
  }
  set together(together: Together) {
    this.#set({ together });
  }
  /** how fast the moves of others are shown */
  get speed(): Speed {
    return this.#kept.speed || (this.#kept.finished.length < FIRST_MATCHES ? "calm" : "normal");
  }
  set speed(speed: Speed) {
    this.#set({ speed });
  }
  /** by how much what happens is shown for longer */
  get slowness(): number {
    return TIMES[this.speed];
  }
  finishedMatch(code: string): void {
    const { finished } = this.#kept;
    if (finished.length < FIRST_MATCHES && !finished.includes(code)) this.#set({ finished: [...finished, code] });
  }
  get light(): boolean {
    return this.#kept.theme === "light" || (this.#kept.theme === "auto" && this.#day);
  }
  get reducedMotion(): boolean {
    return this.#kept.motion === "reduced" || this.#calm;
  }
}

export const settings = new Settings();
