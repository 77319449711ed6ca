// A seat's clock as it is some time after the server told of it.
import type { SeatInfo } from "$lib/protocol";

/** What is left, in ms, of the move and of the bank. */
export function clockAfter(clock: NonNullable<SeatInfo["clock"]>, used: number): { left: number; bank: number; runs: boolean } {
  const beyond = Math.max(0, used - clock.left_ms);
  return { left: Math.max(0, clock.left_ms - used), bank: Math.max(0, clock.bank_ms - (clock.drains ? beyond : 0)), runs: clock.runs };
}
