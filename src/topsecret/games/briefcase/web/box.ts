// Written from src/topsecret/games/briefcase/box.py by `python -m topsecret.server.boxes --write`; do not edit.

export const FILES: string = "abcdefghijk";

export const RANKS: number = 11;

export const SPIES: readonly string[] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13"];

export const WAYS: Readonly<Record<string, readonly [number, number]>> = { N: [0, 1], NE: [1, 1], E: [1, 0], SE: [1, -1], S: [0, -1], SW: [-1, -1], W: [-1, 0], NW: [-1, 1] };

export const PIECES: Readonly<Record<string, { readonly ways: string; readonly far: number; readonly crown: boolean }>> = {
  guard: { ways: "N NE E SE S SW W NW", far: 1, crown: false },
  rook: { ways: "N E S W", far: 2, crown: false },
  bishop: { ways: "NE NW SE SW", far: 2, crown: false },
  shuttle: { ways: "N S", far: 3, crown: false },
  arrow: { ways: "N SE SW", far: 2, crown: false },
  trident: { ways: "NE NW S", far: 2, crown: false },
  plus: { ways: "N E S W", far: 1, crown: false },
  sweeper: { ways: "E W S", far: 3, crown: false },
  runner: { ways: "N", far: 4, crown: true },
  skater: { ways: "NE NW", far: 2, crown: true },
  fan: { ways: "N NE NW", far: 1, crown: true },
  flank: { ways: "N E W", far: 2, crown: true },
  "?": { ways: "", far: 0, crown: false },
};

export const PROMOTED: { readonly ways: string; readonly far: number; readonly crown: boolean } = { ways: "N NE E SE S SW W NW", far: 2, crown: false };

export const BOXES: Readonly<Record<string, readonly string[]>> = {
  standard: [
    "guard",
    "rook",
    "bishop",
    "shuttle",
    "arrow",
    "trident",
    "plus",
    "sweeper",
    "runner",
    "skater",
    "fan",
    "flank",
    "?",
  ],
  trio: ["rook", "runner", "?"],
};

export const BRIEFCASE_START: string = "f6";

export const TOKENS: readonly string[] = ["reveal", "move", "swap"];

export const QUIET_TURNS: number = 60;

export const MOST_TURNS: number = 400;
