// Written from src/topsecret/games/spies/box.py by `python -m topsecret.server.boxes --write`; do not edit.

export const AGENTS: readonly string[] = ["red", "blue", "green", "yellow", "violet", "orange", "gray"];

export const RING: readonly string[] = ["church", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "ruins"];

export const VALUES: Readonly<Record<string, number>> = {
  church: 0,
  "1": 1,
  "2": 2,
  "3": 3,
  "4": 4,
  "5": 5,
  "6": 6,
  "7": 7,
  "8": 8,
  "9": 9,
  "10": 10,
  ruins: -3,
};

export const POINTS: Readonly<Record<string, readonly [number, number]>> = { "1-3": [1, 3], "2": [2, 2], "3": [3, 3], "4": [4, 4], "5": [5, 5], "6": [6, 6] };

export const CARDS: Readonly<Record<string, { readonly key: string; readonly copies: number }>> = {
  "step back": { key: "step_back", copies: 2 },
  "to the ruins": { key: "to_the_ruins", copies: 2 },
  "tip-off": { key: "tip_off", copies: 2 },
  "side step": { key: "side_step", copies: 2 },
  curfew: { key: "curfew", copies: 1 },
  "safe cracker": { key: "safe_cracker", copies: 2 },
  "both back": { key: "both_back", copies: 2 },
  swap: { key: "swap", copies: 1 },
  "both forward": { key: "both_forward", copies: 2 },
  rendezvous: { key: "rendezvous", copies: 1 },
  "second identity": { key: "second_identity", copies: 1 },
  decoy: { key: "decoy", copies: 2 },
  asylum: { key: "asylum", copies: 2 },
  relocation: { key: "relocation", copies: 2 },
  sprint: { key: "sprint", copies: 2 },
};

export const FINISH: number = 42;

export const DOSSIER_LINE: number = 29;

export const DOSSIER_POINTS: number = 5;

export const MOST_CARDS: number = 4;

export const TIP_OFF_LIMIT: number = 40;
