// Tiles, agents, blockades and dice as plain SVG. Nothing here knows a position.
import { mix } from "$art/art.js";
import { TILES } from "./box";
import type { Kind, Role } from "./things";

const LOOK: Record<Kind, [fill: string, ink: string]> = {
  memo: ["#E9DFC6", "#261D14"], photo: ["#2C68E0", "#fff"], blueprint: ["#0FC48C", "#14110D"],
  credential: ["#FFE12E", "#14110D"], "cipher key": ["#E67A0A", "#14110D"], honeypot: ["#C01A26", "#fff"],
}; // prettier-ignore
export const colour = (kind: Kind): string => LOOK[kind][0];
export const inkOf = (kind: Kind): string => LOOK[kind][1];

const SIGN: Record<Kind, (c: string) => string> = {
  memo: (c) => `<path d="M-7-8h14M-7-2h14M-7 4h9" stroke="${c}" stroke-width="2.6" stroke-linecap="round"/>`,
  photo: (c) => `<rect x="-9" y="-7" width="18" height="13" rx="2" fill="none" stroke="${c}" stroke-width="2.5"/><circle r="3.5" fill="${c}"/>`,
  blueprint: (c) => `<path d="M-9 6V-7H0V0H9V6Z" fill="none" stroke="${c}" stroke-width="2.5" stroke-linejoin="round"/>`,
  credential: (c) => `<circle cy="-3.5" r="4" fill="${c}"/><path d="M-8 8Q-6 1 0 1T8 8Z" fill="${c}"/>`,
  "cipher key": (c) => `<circle cx="-5" r="4.5" fill="none" stroke="${c}" stroke-width="2.6"/><path d="M-.5 0H10M6 0v5" stroke="${c}" stroke-width="2.6" stroke-linecap="round"/>`,
  honeypot: (c) => `<path d="M0 8Q-11 0-8-6-4-10 0-4 4-10 8-6 11 0 0 8Z" fill="${c}"/>`,
};

/** centred on 0,0, 38 wide */
export function tile(kind: Kind, { size = 1, number = 1 } = {}): string {
  const [fill, ink] = LOOK[kind];
  const count = number > 1 ? `<g transform="translate(14 17)"><rect x="-12" y="-9" width="25" height="18" rx="6" fill="#14110D"/><text y="5" text-anchor="middle" font-family="var(--sans)" font-weight="800" font-size="15" fill="#fff">×${number}</text></g>` : "";
  return `<g data-thing="intel:${kind}" transform="scale(${size})"><rect x="-19" y="-15" width="38" height="36" rx="6" fill="#000" opacity=".35"/><rect x="-19" y="-19" width="38" height="37" rx="6" fill="${fill}" stroke="#FFF6E3" stroke-width="2"/><g transform="translate(-5 0) scale(.92)">${SIGN[kind](ink)}</g><text x="16" y="-3" text-anchor="end" font-family="var(--sans)" font-weight="800" font-size="17" fill="${ink}">${TILES[kind].value}</text>${count}</g>`;
}
export const tilePicture = (kind: Kind, px: number): string => `<svg width="${px}" height="${px}" viewBox="-21 -21 42 44" aria-hidden="true">${tile(kind)}</svg>`;

/** what an agent has: the value only */
export function carriedRow(kinds: readonly Kind[], { lit = "", out = false } = {}): string {
  let marked = false;
  return kinds
    .map((kind, i) => {
      const [fill, ink] = LOOK[kind];
      const mark = !marked && kind === lit;
      marked ||= mark;
      const edge = mark ? "#FFE08A" : out ? "#FF7B66" : "#14110D";
      return `<g data-thing="intel:${kind}" transform="translate(${(i - (kinds.length - 1) / 2) * 26} ${mark ? 25 : 35})"><rect x="-12.5" y="-13" width="25" height="26" rx="5" fill="${fill}" stroke="${edge}" stroke-width="${mark || out ? 4 : 2}"/><text y="7" text-anchor="middle" font-family="var(--sans)" font-weight="800" font-size="20" fill="${ink}">${TILES[kind].value}</text></g>`;
    })
    .join("");
}

const ROLE: Record<Role, (c: string) => string> = {
  "double agent": (c) => `<path d="M-9-9a9 9 0 0 1 18 0M9 1a9 9 0 0 1-18 0M9-9l-5-1M-9 1l5 1" fill="none" stroke="${c}" stroke-width="3" stroke-linecap="round"/>`,
  "comms specialist": (c) => `<path d="M0 6V-4M-6-8q6-6 12 0M-10-12q10-9 20 0" fill="none" stroke="${c}" stroke-width="3" stroke-linecap="round"/>`,
  analyst: (c) => `<circle cx="-2" cy="-5" r="6.5" fill="none" stroke="${c}" stroke-width="3"/><path d="M3 0l7 7" stroke="${c}" stroke-width="3.5" stroke-linecap="round"/>`,
  smuggler: (c) => `<rect x="-10" y="-8" width="20" height="14" rx="2" fill="none" stroke="${c}" stroke-width="3"/><path d="M-4-8v-4h8v4" fill="none" stroke="${c}" stroke-width="3"/>`,
  hacker: (c) => `<path d="M-8-10l-5 7 5 7M8-10l5 7-5 7M3-12-3 6" fill="none" stroke="${c}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>`,
  engineer: (c) => `<path d="M-9 5 4-8M1-12a6 6 0 0 1 9 8l-5-1-2-2Z" fill="none" stroke="${c}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>`,
};

/** centred on 0,0, 56 wide: mine amber with a fedora, theirs violet with a bowler */
export function agentFigure(role: Role, mine: boolean, { ghost = false, lit = false, tag = "" } = {}): string {
  const fill = mine ? "#F6BC45" : "#5A3C86";
  const hat = mine
    ? `<path d="M-10-25-9-36Q-4-39 0-36 4-39 9-36L10-25Z" fill="${fill}"/><path d="M-18-23Q0-31 18-23 8-21 0-22-8-21-18-23Z" fill="${fill}"/>`
    : `<path d="M-13-24Q-13-38 0-38T13-24Z" fill="${fill}"/><rect x="-18" y="-27" width="36" height="5" rx="2.5" fill="${fill}"/>`;
  if (ghost) return `<g data-thing="role:${role}" opacity=".75" stroke="#FFF6E3" stroke-width="3" stroke-dasharray="6 4" fill="${fill}" fill-opacity=".45"><path d="M-27 28Q-28-8-12-11L12-11Q28-8 27 28Z"/><circle cy="-20" r="10.5"/></g>`;
  const name = tag ? `<g transform="translate(-24 -19)"><rect x="-12" y="-9" width="23" height="17" rx="4" fill="#14110D" opacity=".8"/><text y="4.500" text-anchor="middle" font-family="var(--sans)" font-weight="700" font-size="14" fill="#FFF6E3">${tag}</text></g>` : "";
  return `<g data-thing="role:${role}"><ellipse cy="27" rx="27" ry="6" opacity=".45"/><g stroke="${lit ? "#fff" : "#FFF6E3"}" stroke-width="${lit ? 5 : 3}" stroke-linejoin="round" paint-order="stroke"><path d="M-27 28Q-28-8-12-11L12-11Q28-8 27 28Z" fill="${fill}"/><circle cy="-20" r="10.5" fill="#EDC9A2"/>${hat}</g><path d="M-8-21h6v4h-6zM2-21h6v4h-6z" fill="#1b1b1b"/><g transform="translate(0 11)">${ROLE[role]?.(mine ? "#2A1B00" : "#fff") ?? ""}</g>${name}</g>`;
}
export const rolePicture = (role: Role, mine: boolean, px: number): string => `<svg width="${px}" height="${px * 1.15}" viewBox="-32 -42 64 76" aria-hidden="true">${agentFigure(role, mine)}</svg>`;

export const PIN = `<g transform="translate(24 -26)"><circle r="13" fill="#B3241C" stroke="#FFF6E3" stroke-width="2.5"/><path d="M-4-6h8M0-6v7M-5 1h10M0 1v6" stroke="#fff" stroke-width="2.6" stroke-linecap="round"/></g>`;

/** where somebody was lost: an outline, and what it was by */
export const lostFigure = (mine: boolean): string =>
  `<g opacity=".55" fill="none" stroke="${mine ? "#F6BC45" : "#B79BE0"}" stroke-width="3" stroke-dasharray="5 5"><path d="M-27 28Q-28-8-12-11L12-11Q28-8 27 28Z"/><circle cy="-20" r="10.5"/></g>`;
const badge = (sign: string): string => `<circle r="15" fill="#B3241C" stroke="#FFF6E3" stroke-width="2.5"/>${sign}`;
const BAG = `<path d="M-6-2Q-8 8 0 8T6-2ZM-5-2h10M-3-5-4-8h8L3-5" fill="none" stroke="#fff" stroke-width="2.4" stroke-linejoin="round" stroke-linecap="round"/>`;
/** by what: a honeypot, too much to carry, a thief */
export const LOST: Record<string, string> = {
  trapped: badge(`<g transform="scale(.95)">${SIGN.honeypot("#fff")}</g>`),
  overloaded: badge(BAG),
  stolen: badge(`<g transform="scale(.62)">${ROLE.hacker("#fff")}</g>`),
};

/** with the number of turns that it still lasts */
export const blockade = (turns: number, mine: boolean): string =>
  `<path d="M-34 12H34V-8H-34Z" fill="#F3E8CD" stroke="#14110D" stroke-width="3"/><path d="M-34 12-22-8H-8L-20 12ZM-6 12 6-8H20L8 12ZM22 12 34-8V12Z" fill="#B3241C"/><path d="M-24 12V28M24 12V28" stroke="#F3E8CD" stroke-width="6"/><g transform="translate(28 -22)"><circle r="14" fill="#14110D" stroke="${mine ? "#F6BC45" : "#B79BE0"}" stroke-width="3.5"/><text y="6" text-anchor="middle" font-family="var(--sans)" font-weight="800" font-size="16" fill="#F3E8CD">${turns}</text></g>`;

const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
}; // prettier-ignore

/** centred on 0,0, 48 wide; 0 is a die that does not lie yet */
export function die(kind: Kind, face: number): string {
  const [fill, ink] = LOOK[kind];
  const pips = (PIPS[face] ?? []).map(([x, y]) => `<circle cx="${x * 13}" cy="${y * 13}" r="5" fill="${ink}"/>`).join("");
  return `<rect x="-24" y="-20" width="48" height="48" rx="9" fill="${mix(fill, "#000000", 0.45)}"/><rect x="-24" y="-24" width="48" height="48" rx="9" fill="${fill}" stroke="#FFF6E3" stroke-width="1.5"/>${pips}${face ? "" : `<text y="8" text-anchor="middle" font-family="var(--sans)" font-weight="800" font-size="24" fill="${ink}">–</text>`}`;
}
/** an arrow down to the left or to the right, 20 wide */
export const arrow = (way: string, ink: string): string => `<path d="${way === "SW" ? "M8-8-8 8M-8-4V8H4" : "M-8-8 8 8M8-4V8H-4"}" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`;
/** a hexagon around a point */
export const hexagon = (x: number, y: number, r: number): string =>
  Array.from({ length: 6 }, (_, i) => {
    const angle = ((i * 60 - 90) * Math.PI) / 180;
    return `${(x + r * Math.cos(angle)).toFixed(1)},${(y + r * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
