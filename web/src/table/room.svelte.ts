// What is open around the board: tabs, sheets, the rule that was asked for, what of the chat was read.
import { muted } from "$lib/muted.svelte";
import type { LiveTable } from "./live.svelte";

export type Tab = "log" | "folder" | "rules";
export type Sheet = "" | "log" | "chat" | "folder" | "rules" | "more";

export class Room {
  tab = $state<Tab>("log");
  sheet = $state<Sheet>("");
  rule = $state.raw<{ rule: string } | null>(null); // the rule to scroll to
  boardAtEnd = $state(false); // after the end: the board instead of the reveal
  chatCalled = $state(0); // counts the wishes to write
  #read = $state(-1);

  constructor(readonly table: LiveTable) {
    this.#read = table.chat.at(-1)?.n ?? -1;
  }

  get unread(): number {
    return this.table.chat.filter((said) => said.n > this.#read && said.seat !== this.table.seat && !muted.has(this.table.code, said.seat)).length;
  }
  read(): void {
    this.#read = this.table.chat.at(-1)?.n ?? this.#read;
  }

  show(what: Tab | "chat", wide: boolean): void {
    if (what === "chat") this.chatCalled++;
    if (!wide) this.sheet = this.sheet === what ? "" : what;
    else if (what !== "chat") this.tab = what;
    else this.tab = "log";
  }
  closeSheet(): void {
    this.sheet = "";
  }
  openFolder(wide: boolean): void {
    if (wide) this.tab = "folder";
    else this.sheet = "folder";
  }
  shutFolder(): void {
    if (this.sheet === "folder") this.sheet = "";
  }
  openRules(rule: string, wide: boolean): void {
    this.rule = { rule };
    if (wide) this.tab = "rules";
    else this.sheet = "rules";
  }
}
