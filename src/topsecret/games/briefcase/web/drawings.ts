// The figures of the board as plain SVG: spies with their hats, the compass of a piece, the signs on a spy.
import { PIECES, PROMOTED, WAYS } from "./box";
import type { Piece, Side } from "./things";

const LENGTH = [0, 7, 11, 14, 17]; // of an arrow, by how far the piece goes

const fixed = (value: number): string => String(Math.round(value * 10) / 10);

/** A compass: an arrow for each direction, longer for a piece that goes farther, with a bar for each square. "?" is itself. */
export function compass(piece: Piece, colour: string, { promoted = false, turned = false } = {}): string {
  if (piece === "?")
    return `<text y="10" text-anchor="middle" font-family="var(--sans)" font-weight="800" font-size="29" fill="${colour}">?</text>`;
  const { ways, far } = promoted ? PROMOTED : PIECES[piece];
  const arrows = ways.split(" ").map((way) => {
    const [east, north] = WAYS[way];
    const south = north ? -north : 0;
    const slant = east && south ? 0.74 : 1;
    const length = LENGTH[far] * slant;
    const [x, y] = [east * length, south * length];
    const [side, up] = [-south * 4 * slant, east * 4 * slant];
    const tip = `M${fixed(east * (length + 5 * slant))} ${fixed(south * (length + 5 * slant))}L${fixed(x + side)} ${fixed(y + up)} ${fixed(x - side)} ${fixed(y - up)}Z`;
    return `<path d="M0 0L${fixed(x)} ${fixed(y)}" stroke="${colour}" stroke-width="2.6"/><path d="${tip}" fill="${colour}"/>`;
  });
  return `<g${turned ? ' transform="rotate(180)"' : ""}><circle r="3" fill="${colour}"/>${arrows.join("")}</g>`;
}

/** a piece alone, for a line of text or a table */
export const pieceIcon = (piece: Piece, size = 26, colour = "currentColor"): string =>
  `<svg width="${size}" height="${size}" viewBox="-23 -23 46 46" aria-hidden="true" data-thing="piece:${piece}">${compass(piece, colour)}</svg>`;

const BODY: Record<Side, { cloth: string; rim: string; ink: string; hat: string }> = {
  0: {
    cloth: "#FBF6E8", rim: "#0B2A52", ink: "#123E7A",
    hat: '<path d="M-10-17-9-28Q-4-31 0-28 4-31 9-28L10-17Z" fill="#FBF6E8"/><path d="M-18-15Q0-22 18-15 8-13 0-14-8-13-18-15Z" fill="#FBF6E8"/>',
  },
  1: {
    cloth: "#A81E16", rim: "#FFE9D6", ink: "#FFF6E3",
    hat: '<path d="M-13-9V-26Q-13-31-8-31H8Q13-31 13-26V-9L9-12V-19H-9V-12Z" fill="#5E1712"/>',
  },
}; // prettier-ignore
const OVER: Record<Side, string> = {
  0: '<path d="M-10-19H10V-22H-9.5Z" fill="#1F4E8C"/><path d="M-8-13h6v4h-6zM2-13h6v4h-6z" fill="#1b1b1b"/>',
  1: '<path d="M0-29l1.8 3.6 4 .6-2.9 2.8.7 4L0-19.9-3.6-18l.7-4-2.9-2.8 4-.6Z" fill="#F6BC45"/><path d="M-5-15h3M2-15h3" stroke="#1b1b1b" stroke-width="2"/>',
};

export const CROWN = '<path d="M-11 8-9-7-3 0 0-10 3 0 9-7 11 8Z" fill="#F6BC45" stroke="#14110D" stroke-width="2.5" stroke-linejoin="round"/>';
const EYE = '<path d="M-11 0Q0-10 11 0 0 10-11 0Z" fill="#FFF6E0" stroke="#14110D" stroke-width="2.5"/><circle r="3.6" fill="#14110D"/>';

export interface Drawn {
  side: Side;
  spy: string;
  piece: Piece | null; // null: these eyes do not know it
  promoted?: boolean;
  revealed?: boolean; // its owner was shown the piece
  turned?: boolean; // its owner sits on the far side of the picture
  lit?: boolean;
}

/** A spy in a square of 66 units around 0, 0. */
export function spyFigure({ side, spy, piece, promoted = false, revealed = false, turned = false, lit = false }: Drawn): string {
  const { cloth, rim, ink, hat } = BODY[side];
  const shape = `<g stroke="${lit ? "#F6BC45" : rim}" stroke-width="${lit ? 6 : 3.8}" stroke-linejoin="round" paint-order="stroke"><path d="M-27 28Q-28-3-12-6L12-6Q28-3 27 28Z" fill="${cloth}"/><circle cy="-13" r="9.5" fill="#EDC9A2"/>${hat}</g>${OVER[side]}`;
  const number = piece
    ? `<g transform="translate(-21 22)"><rect x="${spy.length > 1 ? -10.5 : -8}" y="-9" width="${spy.length > 1 ? 21 : 16}" height="17" rx="4" fill="#14110D" opacity=".85"/><text y="5" text-anchor="middle" font-family="var(--sans)" font-weight="700" font-size="15" fill="#FFF6E3">${spy}</text></g>`
    : "";
  const inside = piece
    ? `<g transform="translate(0 10)">${compass(piece, ink, { promoted, turned })}</g>`
    : `<text y="21" text-anchor="middle" font-family="var(--sans)" font-weight="800" font-size="23" fill="${ink}">${spy}</text>`;
  const crown = promoted
    ? `<g transform="translate(0 -31) scale(.95)">${CROWN}</g>`
    : piece && PIECES[piece].crown
      ? `<g transform="translate(20 -21) scale(.6)" opacity=".95">${CROWN}</g>`
      : "";
  const eye = revealed ? `<g transform="translate(-20 -20) scale(.86)">${EYE}</g>` : "";
  return `<g data-thing="${piece ? `piece:${piece}` : "word:spies"}"><ellipse cy="27" rx="26" ry="6" fill="#000" opacity=".4"/>${shape}${inside}${number}${crown}${eye}</g>`;
}
