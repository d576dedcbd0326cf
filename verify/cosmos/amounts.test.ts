import { describe, expect, it } from "vitest";
import { floorAtto, fromAtto, toAtto } from "./amounts.ts";

describe("amounts", () => {
  it("are exact to the 18th decimal, and have no zeros at the end", () => {
    for (const [text, written] of [
      ["0", "0"],
      ["0.000000000000000001", "0.000000000000000001"],
      ["12345678901234567890.100000000000000000", "12345678901234567890.1"],
      ["-0.5", "-0.5"],
      ["-20", "-20"],
    ] as const)
      expect(fromAtto(toAtto(text))).toBe(written);
  });

  it("are rounded down to whole units, also below zero", () => {
    expect(["1.9", "2", "-0.1", "-2"].map((text) => floorAtto(toAtto(text)))).toEqual([1n, 2n, -1n, -2n]);
  });
});
