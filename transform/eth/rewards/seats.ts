/**
 * The seats of an epoch's committees, slot by slot in their committees' order. Attestations come in that order too, so
 * data of seats is adjacent in memory, and a million validators are looked up once, not at every vote.
 */
import type { EpochFacts, SlotCommittees } from "./facts.ts";

/** By seat, at the bits given by `delayShift` and `countShift`: vote bits, slots to the first inclusion, inclusions. */
export type Seats = {
  /** First seat of each slot. */
  starts: Uint32Array;
  seen: Int32Array;
};

export const delayShift = 8;
export const countShift = 16;

/** All seats of an epoch with the same vote bits. */
export function createSeats(committees: readonly SlotCommittees[], votes: number): Seats {
  const starts = new Uint32Array(committees.length + 1);
  let end = 0;
  for (const [slot, { validators }] of committees.entries()) {
    end += validators.length;
    starts[slot + 1] = end;
  }
  return { starts, seen: new Int32Array(end).fill(votes) };
}

/** Effective balances in increments, by seat of the own committees, and their sum. */
export type SeatIncrements = { values: Uint16Array; sum: number };

/** An epoch's facts are used for it, for the previous epoch, and for its sync committee. */
const incrementsByFacts = new WeakMap<EpochFacts, SeatIncrements>();

export function seatIncrements(facts: EpochFacts): SeatIncrements {
  const before = incrementsByFacts.get(facts);
  if (before !== undefined) return before;
  const { committees, registry } = facts;
  const { increments } = registry;
  const values = new Uint16Array(committees.reduce((seats, { validators }) => seats + validators.length, 0));
  let sum = 0;
  let seat = 0;
  for (const { validators } of committees) {
    for (let i = 0; i < validators.length; i++) {
      const own = increments[validators[i] as number] as number;
      values[seat++] = own;
      sum += own;
    }
  }
  const result = { values, sum };
  incrementsByFacts.set(facts, result);
  return result;
}

/** Data of seats by validator; zeros for validators without a seat. */
export function byValidator(
  { seen }: Seats,
  committees: readonly SlotCommittees[],
  size: number,
): { votes: Uint8Array; delay: Uint8Array; count: Uint16Array } {
  // One memory location per validator first, then the three arrays: half the time of three locations each.
  const all = new Int32Array(size);
  let seat = 0;
  for (const { validators } of committees)
    for (let i = 0; i < validators.length; i++) all[validators[i] as number] = seen[seat++] as number;
  const votes = new Uint8Array(size);
  const delay = new Uint8Array(size);
  const count = new Uint16Array(size);
  for (let validator = 0; validator < size; validator++) {
    const word = all[validator] as number;
    votes[validator] = word;
    delay[validator] = word >>> delayShift;
    count[validator] = word >>> countShift;
  }
  return { votes, delay, count };
}
