// One sound for a step: the game's for the last event that has one, else a typewriter for what others did.
import type { GameEvent, GameWeb } from "$lib/game";
import { sound } from "$lib/sound";
import { variant } from "$lib/words";

/** `together`: people sit side by side, and what only this seat is told is not heard. */
export function playSound(news: readonly GameEvent[], seat: number | null, web: GameWeb | null, together: boolean): void {
  const sounds = web?.sounds ?? {};
  const told = [...news].reverse().map((event) => variant(sounds, event.event, event)).find((key) => key in sounds);
  if (told && !(together && web?.ownSounds?.includes(told.split(".")[0]))) sound(sounds[told]);
  else if (!web?.live && news.some((event) => event.seat !== undefined && event.seat !== seat)) sound("key");
}
