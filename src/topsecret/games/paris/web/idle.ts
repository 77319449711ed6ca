// Faces in the shade are alive: one after the other they nod or tilt a little, by a fixed clock and a fixed row. It depends on nothing
// that anybody does, and nothing moves in between: a page at rest stays cheap.
const EVERY = 2000; // ms
const LASTS = 450;
const NEXT = 5; // how many faces further
const POSES = ["rotate(-3deg)", "translateY(2.5%)", "rotate(2.5deg)"];

export function idle(board: () => HTMLElement, still: boolean): () => void {
  if (still) return () => {};
  let beat = 0;
  const timer = setInterval(() => {
    const faces = document.hidden ? [] : board().querySelectorAll(".seat-face .mug > svg:first-child");
    beat++;
    if (faces.length) faces[(beat * NEXT) % faces.length].animate([{}, { transform: POSES[beat % POSES.length] }, {}], { duration: LASTS, easing: "ease-in-out" });
  }, EVERY);
  return () => clearInterval(timer);
}
