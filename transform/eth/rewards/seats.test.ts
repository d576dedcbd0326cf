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
    const known = (votes: number, delay: number, count: number) =>
      votes | (delay << delayShift) | (count << countShift);
    seats.seen.set([known(255, 255, 65_535), known(3, 2, 1)], 3);
    const found = byValidator(seats, committees, 7);
    expect([...found.votes]).toEqual([1, 255, 1, 0, 1, 3, 0]);
    expect([...found.delay]).toEqual([0, 255, 0, 0, 0, 2, 0]);
    expect([...found.count]).toEqual([0, 65_535, 0, 0, 0, 1, 0]);
  });

  it("have the effective balances of whoever sits there", () => {
    const increments = Uint16Array.of(10, 11, 12, 13, 14, 15);
    const facts = { committees, registry: { increments } } as unknown as EpochFacts;
    const found = seatIncrements(facts);
    expect([...found.values]).toEqual([14, 12, 10, 11, 15]);
    expect(found.sum).toBe(62);
    expect(seatIncrements(facts)).toBe(found);
  });
});
