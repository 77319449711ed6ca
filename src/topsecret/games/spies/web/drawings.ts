// One drawing for each Top Secret card, 120 x 70, in the two inks of the print.
import { safe } from "$art/art.js";

const RED = "#B3241C";
const INK = "#5E4C36";

/** A figure with a hat, feet at x,62. */
const man = (x: number, { s = 0.56, ink = RED, dashed = false } = {}): string =>
  `<g transform="translate(${x} 62) scale(${s})" ${dashed ? `fill="none" stroke="${ink}" stroke-width="5" stroke-dasharray="8 6"` : `fill="${ink}"`}>` +
  '<path d="M-24 0-15-46Q-14-54 0-54T15-46L24 0Q0 6-24 0Z"/><circle cy="-64" r="12"/><path d="M-23-71Q0-80 23-71L12-69-12-69ZM-12-73-10-88Q0-92 10-88L12-73Z"/></g>';

const line = (d: string, ink = RED, width = 6): string =>
  `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

const right = (x: number, y: number, length: number): string => line(`M${x} ${y}h${length}m-10-10 10 10-10 10`);
const left = (x: number, y: number, length: number): string => line(`M${x} ${y}h${-length}m10-10-10 10 10 10`);

const street = `<path d="M4 64H116" stroke="${INK}" stroke-width="2.5" stroke-dasharray="6 6"/>`;
const strongbox = (x: number): string => safe({ x, y: 60, s: 0.6 });
const church = (x: number): string =>
  `<g transform="translate(${x} 62)" fill="${INK}"><path d="M-20 0V-24L-4-34V-46L4-58 12-46V0Z"/><path d="M4-68v12M-1-64h10" stroke="${INK}" stroke-width="3"/><path d="M-1 0v-13a5 5 0 0 1 10 0V0Z" fill="#FFD27A"/></g>`;
const ruins = (x: number): string =>
  `<g transform="translate(${x} 62)" fill="${INK}"><path d="M-24 0V-30L-17-36-14-26-5-44 1-38 3-18 10-24 14-12 22-17 24 0Z"/><path d="M-15 0v-13a5 5 0 0 1 10 0V0Z" fill="#F3E8CD"/></g>`;
const marker = (x: number, shape: string): string =>
  `<g transform="translate(${x} 50)"><g fill="${RED}">${shape}</g><path d="M0-18v-15m-8 8 8-8 8 8" fill="none" stroke="${RED}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>`;

export const DRAWINGS: Record<string, string> = {
  step_back: street + man(90) + left(66, 40, 42) + line("M52 24h-26", INK, 3),
  to_the_ruins: street + man(22) + right(42, 36, 24) + ruins(92),
  tip_off:
    marker(28, '<circle r="13"/>') +
    marker(68, '<path d="M0-15 15 0 0 15-15 0Z"/>') +
    `<text x="101" y="46" text-anchor="middle" font-family="var(--sans)" font-weight="800" font-size="27" fill="${INK}">+3</text>`,
  side_step: street + man(60) + left(36, 40, 22) + right(84, 40, 22),
  curfew:
    street +
    `<path d="M97 8A15 15 0 1 0 113 28 12 12 0 1 1 97 8Z" fill="${RED}"/>` +
    church(28) +
    man(62, { s: 0.36 }) +
    man(80, { s: 0.36 }) +
    man(98, { s: 0.36 }),
  safe_cracker: street + man(22) + right(42, 36, 22) + strongbox(92),
  both_back: street + man(74) + man(102) + left(50, 38, 34),
  swap: street + man(24) + man(96) + line("M42 22q18-16 36 0m-1-11 1 11-11 0", RED, 5) + line("M78 44q-18 16-36 0m1 11-1-11 11 0", RED, 5),
  both_forward: street + man(18) + man(46) + right(70, 38, 34),
  rendezvous:
    street +
    line("M110 62V14q0-8-9-8h-8", INK, 4) +
    '<path d="M82 10h18l12 54H66Z" fill="#F6BC45" opacity=".45"/>' +
    man(20) +
    right(38, 38, 22) +
    man(88, { ink: INK }),
  second_identity: man(76, { s: 0.66, ink: INK, dashed: true }) + man(46, { s: 0.66 }),
  decoy: street + man(34) + strongbox(74) + left(14, 22, 6) + line("M58 20q20-18 44 0m0-12v12h-12", RED, 5),
  asylum: street + ruins(28) + right(56, 30, 20) + church(98) + man(66, { s: 0.34 }),
  relocation: `${strongbox(32)}${line("M58 26q22-22 40 8m-13-3 13 4 3-14", RED, 5)}<rect x="80" y="42" width="34" height="20" fill="none" stroke="${INK}" stroke-width="2.5" stroke-dasharray="5 4"/>`,
  sprint: street + man(46) + right(70, 40, 36) + line("M24 24h-12M26 38h-18M22 52h-12", INK, 3),
};
