// What can be said with one tap.
import type { React } from "./protocol";

export type Reaction = React["reaction"];
export const REACTIONS: readonly Reaction[] = ["hello", "well_played", "thanks", "oops", "wow", "sorry", "hurry", "good_game"];
