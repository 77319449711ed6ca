// Keys of the whole page. The game comes first; a key inside a text field is text. Enter confirms wherever the focus is, as long as there
// is something to confirm; Space presses what has the focus.
interface Does {
  game(): boolean;
  /** does what the lit main button does; false if it is not lit */
  confirm(): boolean;
  keys(): void;
  log(): void;
  chat(): void;
  rules(): void;
  back(): void;
}

export function onPageKey(event: KeyboardEvent, does: Does): void {
  const target = event.target as Element | null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target?.closest("input, textarea, select, [contenteditable], [role=listbox], [role=menu], dialog")) return;
  if (does.game()) return event.preventDefault();
  if (event.key === "Enter" && !event.repeat && does.confirm()) return event.preventDefault();
  const key = event.key.toLowerCase();
  const action = { "?": does.keys, l: does.log, c: does.chat, r: does.rules, escape: does.back }[key];
  if (!action) return;
  event.preventDefault();
  action();
}
