// Whoever taps or presses a key has seen enough of what is still being shown. Finishing it draws the page anew, and a button that is drawn
// anew between being pressed and being let go would never hear of its click: there it waits for the click.

const PRESSES = new Set([" ", "Enter"]);

/** Calls `hurry` for a pointer that went down or a key: at once, or with the click that comes of it. */
export function hurryFor(event: PointerEvent | KeyboardEvent, hurry: () => void): void {
  const target = event.target instanceof Element ? event.target : null;
  const presses = event instanceof KeyboardEvent ? PRESSES.has(event.key) : event.button === 0;
  const clickable = target?.closest("button, a, label, summary") && !target.closest(".board");
  if (presses && clickable) window.addEventListener("click", hurry, { capture: true, once: true });
  else hurry();
}
