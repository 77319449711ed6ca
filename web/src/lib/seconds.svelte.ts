// The page's own time, for what counts up or down on the screen. It ticks only where it is shown, and stands still in a hidden tab.
import { createSubscriber } from "svelte/reactivity";

const EVERY = 250;

class Seconds {
  #subscribe = createSubscriber((update) => {
    const timer = window.setInterval(() => document.hidden || update(), EVERY);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  });

  /** milliseconds, as performance.now() */
  get now(): number {
    this.#subscribe();
    return performance.now();
  }
}

export const seconds = new Seconds();

/** "1:05" */
export function clockTime(ms: number): string {
  const all = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor((all % 3600) / 60);
  const rest = String(all % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
