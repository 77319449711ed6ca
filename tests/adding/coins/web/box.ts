// Written from src/topsecret/games/coins/box.py by `python -m topsecret.server.boxes --write`; do not edit.

export const SIDES: readonly string[] = ["tails", "heads"];
