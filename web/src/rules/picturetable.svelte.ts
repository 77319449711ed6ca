// The position of a picture, offered to a game's board: nothing can be done, and nothing moves.
import type { GameWeb } from "$lib/game";
import type { GameInfo, Replay } from "$lib/protocol";
import { CaseTable } from "../case/casetable.svelte";

export class PictureTable extends CaseTable {
  constructor(game: GameInfo, replay: Replay, seatOf?: GameWeb["seatOf"]) {
    super(game, replay, "", () => {}, seatOf);
  }
  override get reducedMotion(): boolean {
    return true;
  }
  override announce = (): void => {};
}
