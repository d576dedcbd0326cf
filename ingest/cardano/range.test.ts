import { describe, expect, it } from "vitest";
import { calendarOf, epochsOfDay, startOf } from "./range.ts";

const genesis = {
  networkmagic: 764_824_073,
  epochlength: 432_000,
  slotlength: "1",
  maxlovelacesupply: "45000000000000000",
  systemstart: 1_506_203_091,
  activeslotcoeff: "0.05",
  securityparam: 2_160,
};
const start = 1_596_059_091 + (500 - 208) * 432_000;
const at = (seconds: number) =>
  calendarOf(genesis, { hash: "", epoch_no: 500, block_no: 1, block_time: start + seconds }, start);

describe("the calendar", () => {
  it("calls an epoch final when no rollback can reach it: twelve hours after its end", () => {
    expect([0, 43_199, 43_200, 431_999].map((seconds) => at(seconds).final)).toEqual([498, 498, 499, 499]);
  });

  it("knows the epochs of a day, two where one ends in it", () => {
    const calendar = at(50_000);
    // Mainnet's epochs start at 21:44:51.
    expect(new Date(startOf(calendar, 500) * 1000).toISOString()).toBe("2024-07-28T21:44:51.000Z");
    expect(epochsOfDay(calendar, "2024-07-28")).toEqual({ from: 499, to: 500 });
    expect(epochsOfDay(calendar, "2024-07-27")).toEqual({ from: 499, to: 499 });
    expect(() => epochsOfDay(calendar, "1999-01-01")).toThrow("no epoch on 1999-01-01");
  });
});
