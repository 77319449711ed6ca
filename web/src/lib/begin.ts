// The way from a game to a table of it: made, remembered, and gone to.
import { api } from "./api";
import { t } from "./i18n.svelte";
import { remember } from "./mine";
import type { GameInfo } from "./protocol";
import { where } from "./route.svelte";
import { settings } from "./settings.svelte";

/** `start`: at once, with bots (of medium strength, or as `bot` says), else with a lobby. Throws an ApiError. */
export async function begin(game: GameInfo, start: boolean, bot = ""): Promise<void> {
  const name = settings.nickname.trim() || t("nickname.chief");
  const bots = bot ? Array<string>(game.usual_seats - 1).fill(bot) : [];
  const seated = await api.make({ game: game.id, name, start, bots });
  remember({ ...seated, game: game.id });
  where.go(`/t/${seated.code}`);
}
