// A word from the browser when it is my turn and the page is not in sight. Asked for when it would have helped, never before.
import { keep, readKept } from "./settings.svelte";

const KEY = "topsecret.notify";
type Wish = "" | "yes" | "no"; // "": not asked yet

const possible = () => isSecureContext && typeof Notification !== "undefined" && Notification.permission !== "denied";

class Notify {
  #wish = $state<Wish>(readKept<Wish>(KEY, ""));
  /** a turn began while nobody looked: now the question makes sense */
  missed = $state(false);

  get isPossible(): boolean {
    return possible();
  }
  get isOn(): boolean {
    return this.#wish === "yes" && possible() && Notification.permission === "granted";
  }
  get asks(): boolean {
    return this.missed && this.#wish === "" && possible();
  }

  async want(yes: boolean): Promise<void> {
    this.missed = false;
    const granted = yes && possible() && (await Notification.requestPermission()) === "granted";
    this.#wish = granted ? "yes" : "no";
    keep(KEY, this.#wish);
  }

  /** My turn has begun. */
  turn(title: string, body: string, code: string): void {
    if (!document.hidden) return;
    if (this.#wish === "") this.missed = true;
    if (!this.isOn) return;
    try {
      const note = new Notification(title, { body, tag: code });
      note.onclick = () => {
        window.focus();
        note.close();
      };
      const seen = () => document.hidden || note.close();
      document.addEventListener("visibilitychange", seen, { once: true });
    } catch {
      // some phones allow this to installed pages only
    }
  }
}

export const notify = new Notify();
