// What the screen reader is told. Sentences that come close together are told together.
class Announcer {
  text = $state("");
  #waiting: string[] = [];
  #timer = 0;

  say(words: string): void {
    if (!words) return;
    this.#waiting.push(words);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const next = this.#waiting.join(" ");
      this.#waiting = [];
      // the same words again are only read if they look different
      this.text = next === this.text ? next + "\u00a0" : next;
    }, 150);
  }

  /** Nothing of what was said stays on the page. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.text = "";
  }
}

export const announcer = new Announcer();
