// Where a slip of paper is laid: near what was tapped, and never over a control that can be used now.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GRID = 8; // px
const MARGIN = 8;
const AIR = 6; // between the slip and what it must not cover

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width + AIR) - Math.max(a.left, b.left - AIR)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height + AIR) - Math.max(a.top, b.top - AIR));

/** how far apart two boxes are; 0 if they touch */
const distance = (a: Box, b: Box): number =>
  Math.hypot(
    Math.max(0, a.left - b.left - b.width, b.left - a.left - a.width),
    Math.max(0, a.top - b.top - b.height, b.top - a.top - a.height),
  );

const centred = (a: Box, b: Box): number => Math.abs(a.left + a.width / 2 - b.left - b.width / 2);

/** The place on a screen of this size that covers least of `lit`, and of those the one nearest to `near`. */
export function placed(size: { width: number; height: number }, near: Box, lit: readonly Box[], screen: { width: number; height: number }): Box {
  let best: Box = { ...size, left: MARGIN, top: MARGIN };
  let least = Infinity;
  for (let top = MARGIN; top + size.height + MARGIN <= screen.height; top += GRID)
    for (let left = MARGIN; left + size.width + MARGIN <= screen.width; left += GRID) {
      const box = { ...size, left, top };
      const covered = [...lit, near].reduce((sum, one) => sum + overlap(box, one), 0);
      const cost = covered * 1000 + distance(box, near) + centred(box, near) / 10 + (top < near.top ? 1 : 0);
      if (cost < least) [best, least] = [box, cost];
    }
  return best;
}
