// What bots are called: a level has its words in the game's strings, any other bot in the shell's.
import { has, tg } from "$lib/i18n.svelte";

export const botWords = (game: string, bot: string, more = ""): string | undefined =>
  [`level.${bot}${more}`, `bot.${bot}${more}`].filter((key) => has(game, key)).map((key) => tg(game, key))[0];

export const nameOfBot = (game: string, bot: string): string => botWords(game, bot) ?? bot;
