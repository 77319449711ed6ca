// The proof of fairness, recomputed in the browser as `kernel/fair.py` says: the secret fits the commitment that was published before
// the first outcome, and every outcome follows from the secret.
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import type { Outcome, Replay } from "./protocol";

export type Verdict =
  | { holds: true; outcomes: number; remembered: boolean }
  | { holds: false; why: "no_proof" | "commitment" | "remembered" | "outcome"; outcome?: Outcome };

const bytes = (text: string) => new TextEncoder().encode(text);
const hex = (data: Uint8Array) => [...data].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function unhex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function commitment(secret: Uint8Array, table: string): string {
  const told = bytes(`topsecret commitment\0${table}\0`);
  const all = new Uint8Array(told.length + secret.length);
  all.set(told);
  all.set(secret, told.length);
  return hex(sha256(all));
}

/** A number from 0 to total - 1 for one occurrence of a family. */
export function number(secret: Uint8Array, table: string, entropy: string[], family: string, occurrence: number, total: number): number {
  const digest = hmac(sha256, secret, bytes(JSON.stringify([table, entropy, family, occurrence])));
  return Number((BigInt(`0x${hex(digest)}`) * BigInt(total)) >> 256n);
}

function drawn(outcome: Outcome, at: number): string | undefined {
  for (const [text, weight] of outcome.possible) {
    if (at < weight) return text;
    at -= weight;
  }
}

/** Checks a finished match; `seen` is the commitment that this browser was shown while it ran, if it was there. */
export function verify(replay: Replay, seen?: string): Verdict {
  const proof = replay.fairness;
  if (!proof || typeof proof.secret !== "string" || proof.method !== "hmac-sha256") return { holds: false, why: "no_proof" };
  const secret = unhex(proof.secret);
  if (commitment(secret, proof.table) !== proof.commitment) return { holds: false, why: "commitment" };
  if (seen !== undefined && seen !== proof.commitment) return { holds: false, why: "remembered" };
  for (const outcome of replay.outcomes) {
    const total = outcome.possible.reduce((sum, [, weight]) => sum + weight, 0);
    const at = number(secret, proof.table, proof.entropy, outcome.family, outcome.occurrence, total);
    if (drawn(outcome, at) !== outcome.drawn) return { holds: false, why: "outcome", outcome };
  }
  return { holds: true, outcomes: replay.outcomes.length, remembered: seen !== undefined };
}
