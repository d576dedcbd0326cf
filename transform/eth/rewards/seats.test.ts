import { describe, expect, it } from "vitest";
import type { EpochFacts, SlotCommittees } from "./facts.ts";
import { byValidator, countShift, createSeats, delayShift, seatIncrements } from "./seats.ts";

const slot = (...validators: number[]): SlotCommittees => ({
  offsets: Uint32Array.of(0, validators.length),
  validators: Uint32Array.from(validators),
});
const committees = [slot(4, 2), slot(), slot(0, 1, 5)];

describe("seats", () => {
  it("follow one another slot by slot, and say what is known by validator", () => {
    const seats = createSeats(committees, 1);
    expect([...seats.starts]).toEqual([0, 2, 2, 5]);
    const packed = (votes: number, delay: number, count: number) =>
      votes | (delay << delayShift) | (count << countShift);
    seats.seen.set([packed(255, 255, 65_535), packed(3, 2, 1)], 3);
    const seen = byValidator(seats, committees, 7);
    expect([...seen.votes]).toEqual([1, 255, 1, 0, 1, 3, 0]);
    expect([...seen.delay]).toEqual([0, 255, 0, 0, 0, 2, 0]);
    expect([...seen.count]).toEqual([0, 65_535, 0, 0, 0, 1, 0]);
  });

  it("have the effective balances of their validators", () => {
    const increments = Uint16Array.of(10, 11, 12, 13, 14, 15);
    const facts = { committees, registry: { increments } } as unknown as EpochFacts;
    const result = seatIncrements(facts);
    expect([...result.values]).toEqual([14, 12, 10, 11, 15]);
    expect(result.sum).toBe(62);
    expect(seatIncrements(facts)).toBe(result);
  });
});
