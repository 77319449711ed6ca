// Written from src/topsecret/games/intel/box.py by `python -m topsecret.server.boxes --write`; do not edit.

export const SPACES: Readonly<Record<string, { readonly row: number; readonly x: number; readonly field: boolean; readonly star: boolean; readonly beside: Readonly<Record<string, string>> }>> = {
  a1: { row: 0, x: 1, field: false, star: false, beside: { E: "a2", SW: "b1", SE: "b2" } },
  a2: { row: 0, x: 3, field: false, star: false, beside: { W: "a1", E: "a3", SW: "b2", SE: "b3" } },
  a3: { row: 0, x: 5, field: false, star: false, beside: { W: "a2", E: "a4", SW: "b3", SE: "b4" } },
  a4: { row: 0, x: 7, field: false, star: false, beside: { W: "a3", E: "a5", SW: "b4", SE: "b5" } },
  a5: { row: 0, x: 9, field: false, star: false, beside: { W: "a4", SW: "b5", SE: "b6" } },
  b1: { row: 1, x: 0, field: false, star: false, beside: { NE: "a1", E: "b2", SE: "c1" } },
  b2: { row: 1, x: 2, field: false, star: false, beside: { NW: "a1", NE: "a2", W: "b1", E: "b3", SW: "c1", SE: "c2" } },
  b3: { row: 1, x: 4, field: false, star: false, beside: { NW: "a2", NE: "a3", W: "b2", E: "b4", SW: "c2", SE: "c3" } },
  b4: { row: 1, x: 6, field: false, star: false, beside: { NW: "a3", NE: "a4", W: "b3", E: "b5", SW: "c3", SE: "c4" } },
  b5: { row: 1, x: 8, field: false, star: false, beside: { NW: "a4", NE: "a5", W: "b4", E: "b6", SW: "c4", SE: "c5" } },
  b6: { row: 1, x: 10, field: false, star: false, beside: { NW: "a5", W: "b5", SW: "c5" } },
  c1: { row: 2, x: 1, field: false, star: false, beside: { NW: "b1", NE: "b2", E: "c2", SW: "d1", SE: "d2" } },
  c2: { row: 2, x: 3, field: false, star: false, beside: { NW: "b2", NE: "b3", W: "c1", E: "c3", SW: "d2", SE: "d3" } },
  c3: { row: 2, x: 5, field: false, star: false, beside: { NW: "b3", NE: "b4", W: "c2", E: "c4", SW: "d3", SE: "d4" } },
  c4: { row: 2, x: 7, field: false, star: false, beside: { NW: "b4", NE: "b5", W: "c3", E: "c5", SW: "d4", SE: "d5" } },
  c5: { row: 2, x: 9, field: false, star: false, beside: { NW: "b5", NE: "b6", W: "c4", SW: "d5", SE: "d6" } },
  d1: { row: 3, x: 0, field: true, star: false, beside: { NE: "c1", E: "d2", SE: "e1" } },
  d2: { row: 3, x: 2, field: true, star: false, beside: { NW: "c1", NE: "c2", W: "d1", E: "d3", SW: "e1", SE: "e2" } },
  d3: { row: 3, x: 4, field: true, star: false, beside: { NW: "c2", NE: "c3", W: "d2", E: "d4", SW: "e2", SE: "e3" } },
  d4: { row: 3, x: 6, field: true, star: false, beside: { NW: "c3", NE: "c4", W: "d3", E: "d5", SW: "e3", SE: "e4" } },
  d5: { row: 3, x: 8, field: true, star: false, beside: { NW: "c4", NE: "c5", W: "d4", E: "d6", SW: "e4", SE: "e5" } },
  d6: { row: 3, x: 10, field: true, star: false, beside: { NW: "c5", W: "d5", SW: "e5" } },
  e1: { row: 4, x: 1, field: true, star: false, beside: { NW: "d1", NE: "d2", E: "e2", SW: "f1", SE: "f2" } },
  e2: { row: 4, x: 3, field: true, star: false, beside: { NW: "d2", NE: "d3", W: "e1", E: "e3", SW: "f2", SE: "f3" } },
  e3: { row: 4, x: 5, field: true, star: false, beside: { NW: "d3", NE: "d4", W: "e2", E: "e4", SW: "f3", SE: "f4" } },
  e4: { row: 4, x: 7, field: true, star: false, beside: { NW: "d4", NE: "d5", W: "e3", E: "e5", SW: "f4", SE: "f5" } },
  e5: { row: 4, x: 9, field: true, star: false, beside: { NW: "d5", NE: "d6", W: "e4", SW: "f5", SE: "f6" } },
  f1: { row: 5, x: 0, field: true, star: false, beside: { NE: "e1", E: "f2", SE: "g1" } },
  f2: { row: 5, x: 2, field: true, star: false, beside: { NW: "e1", NE: "e2", W: "f1", E: "f3", SW: "g1", SE: "g2" } },
  f3: { row: 5, x: 4, field: true, star: false, beside: { NW: "e2", NE: "e3", W: "f2", E: "f4", SW: "g2", SE: "g3" } },
  f4: { row: 5, x: 6, field: true, star: false, beside: { NW: "e3", NE: "e4", W: "f3", E: "f5", SW: "g3", SE: "g4" } },
  f5: { row: 5, x: 8, field: true, star: false, beside: { NW: "e4", NE: "e5", W: "f4", E: "f6", SW: "g4", SE: "g5" } },
  f6: { row: 5, x: 10, field: true, star: false, beside: { NW: "e5", W: "f5", SW: "g5" } },
  g1: { row: 6, x: 1, field: true, star: false, beside: { NW: "f1", NE: "f2", E: "g2", SW: "h1", SE: "h2" } },
  g2: { row: 6, x: 3, field: true, star: false, beside: { NW: "f2", NE: "f3", W: "g1", E: "g3", SW: "h2", SE: "h3" } },
  g3: { row: 6, x: 5, field: true, star: false, beside: { NW: "f3", NE: "f4", W: "g2", E: "g4", SW: "h3", SE: "h4" } },
  g4: { row: 6, x: 7, field: true, star: false, beside: { NW: "f4", NE: "f5", W: "g3", E: "g5", SW: "h4", SE: "h5" } },
  g5: { row: 6, x: 9, field: true, star: false, beside: { NW: "f5", NE: "f6", W: "g4", SW: "h5", SE: "h6" } },
  h1: { row: 7, x: 0, field: true, star: true, beside: { NE: "g1", E: "h2" } },
  h2: { row: 7, x: 2, field: true, star: true, beside: { NW: "g1", NE: "g2", W: "h1", E: "h3" } },
  h3: { row: 7, x: 4, field: true, star: true, beside: { NW: "g2", NE: "g3", W: "h2", E: "h4" } },
  h4: { row: 7, x: 6, field: true, star: true, beside: { NW: "g3", NE: "g4", W: "h3", E: "h5" } },
  h5: { row: 7, x: 8, field: true, star: true, beside: { NW: "g4", NE: "g5", W: "h4", E: "h6" } },
  h6: { row: 7, x: 10, field: true, star: true, beside: { NW: "g5", W: "h5" } },
};

export const ENTRIES: readonly string[] = ["a1", "a5"];

export const STARS: readonly string[] = ["h1", "h2", "h3", "h4", "h5", "h6"];

export const TILES: Readonly<Record<string, { readonly value: number; readonly tiles: number }>> = {
  memo: { value: 1, tiles: 17 },
  photo: { value: 2, tiles: 10 },
  blueprint: { value: 3, tiles: 7 },
  credential: { value: 4, tiles: 4 },
  "cipher key": { value: 5, tiles: 3 },
  honeypot: { value: 0, tiles: 6 },
};

export const ROSTER: Readonly<Record<string, number>> = { "double agent": 2, "comms specialist": 2, analyst: 2, smuggler: 2, hacker: 2, engineer: 2 };

export const ABILITIES: Readonly<Record<string, readonly ({ readonly family: string; readonly paid: boolean })[] | readonly never[]>> = {
  "double agent": [],
  "comms specialist": [{ family: "lift", paid: false }, { family: "lower", paid: true }],
  analyst: [],
  smuggler: [{ family: "lift", paid: false }, { family: "lower", paid: true }],
  hacker: [{ family: "pin", paid: false }, { family: "unpin", paid: false }, { family: "steal", paid: true }],
  engineer: [{ family: "block", paid: false }, { family: "block", paid: true }],
};

export const SIDEWAYS_SMUGGLER: readonly ({ readonly family: string; readonly paid: boolean })[] = [{ family: "shift", paid: false }, { family: "journey", paid: true }];

export const AGENTS: readonly string[] = ["x1", "x2", "x3", "y1", "y2", "y3"];

export const DIE_WAYS: readonly string[] = ["SW", "SE", "SW", "SE", "SW", "SE"];

export const GOAL: number = 20;

export const MOST_CARRIED: number = 3;

export const AGENTS_ON_BOARD: number = 3;

export const ACTIONS: number = 3;

export const MOST_TURNS: number = 200;
