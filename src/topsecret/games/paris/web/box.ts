// Written from src/topsecret/games/paris/box.py by `python -m topsecret.server.boxes --write`; do not edit.

export const AGENTS: readonly string[] = ["red", "green", "purple", "blue", "yellow", "orange", "black", "white"];

export const PLACES: readonly string[] = ["cafe", "metro", "kiosk", "fountain"];

export const AGENT_COPIES: number = 7;

export const PLACE_COPIES: number = 8;

export const CHIPS: number = 3;

export const FIRST_ROUND_MS: number = 2000;

export const READY_MS: number = 30000;

export const QUIET_ROUNDS: number = 3;
