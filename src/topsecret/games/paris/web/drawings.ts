// Faces, places and the case as SVG strings, from the art of the house.
import { faceArt, spots } from "$art/faces.js";
import { kase, mark, PA } from "$art/art.js";
import type { Letter } from "./things";

export const colour = (letter: Letter): string => (letter === "K" ? "#7A818A" : PA[letter].col);
export const shaded = (letter: Letter): string => faceArt(letter, { y: 14, s: 0.92 });
export const living = (letter: Letter, key: string): string => faceArt(letter, { y: 16, s: 0.98, living: true, key });
export const unlit = (letter: Letter): string => faceArt(letter, { y: 16, s: 0.98 });
export const sign = (letter: Letter, size = 1): string => mark(letter, { paris: true, s: size });
export const picture = (place: string): string => (spots as Record<string, string>)[place];
export const theCase = (): string => kase({ s: 0.9 });
