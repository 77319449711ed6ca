// A picture that lives only while somebody looks: its node has the class `alive` while it is on the screen and pointed at (its folder
// too), or, where nothing can point, for a while after it has come on the screen.
const A_WHILE = 12_000; // ms: two rounds of a miniature

export function alive(node: Element): { destroy(): void } {
  const folder = node.closest("article, li, a") ?? node;
  const canPoint = matchMedia("(hover: hover)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let seen = false;
  let pointed = 0;
  let timer = 0;
  const show = () => node.classList.toggle("alive", seen && !still.matches && (pointed > 0 || !canPoint.matches));
  const count = (by: number) => () => {
    pointed = Math.max(0, pointed + by);
    show();
  };
  const more = count(1);
  const less = count(-1);
  const watch = new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    show();
    clearTimeout(timer);
    if (seen && !canPoint.matches) timer = window.setTimeout(() => ((seen = false), show()), A_WHILE);
  });
  watch.observe(node);
  for (const name of ["pointerenter", "focusin"]) folder.addEventListener(name, more);
  for (const name of ["pointerleave", "focusout"]) folder.addEventListener(name, less);
  return {
    destroy() {
      watch.disconnect();
      clearTimeout(timer);
      for (const name of ["pointerenter", "focusin"]) folder.removeEventListener(name, more);
      for (const name of ["pointerleave", "focusout"]) folder.removeEventListener(name, less);
    },
  };
}
