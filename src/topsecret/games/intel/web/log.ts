// What of a match is worth a line of the log: what follows tells the same of the rest.
import type { GameEvent } from "$lib/game";

const SAID_AGAIN = ["draw", "roll", "spawned", "move", "journey", "retire", "steal", "pushed", "keep", "put_back", "pay", "back", "end_turn"];
export const logs = (event: GameEvent): boolean => !SAID_AGAIN.includes(event.event);
