// Keys of the whole page. The game comes first; a key inside a text field is text.
interface Does {
  game(): boolean;
  keys(): void;
  log(): void;
  chat(): void;
  rules(): void;
  back(): void;
}

export function onPageKey(event: KeyboardEvent, does: Does): void {
  const target = event.target as Element | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("input, textarea, select, [contenteditable], dialog")) return;
  if (does.game()) return event.preventDefault();
  const key = event.key.toLowerCase();
  const action = { "?": does.keys, l: does.log, c: does.chat, r: does.rules, escape: does.back }[key];
  if (!action) return;
  event.preventDefault();
  action();
}
