import { describe, expect, it } from "vitest";
import { validatorRanges } from "./validatorRanges.ts";

describe("ranges of validators", () => {
  it("hold each index once, including indices beyond the count", () => {
    expect(validatorRanges(20, 10)).toEqual([
      { first: 0, last: 9 },
      { first: 10, last: 0xffff_ffff },
    ]);
    expect(validatorRanges(21, 10).map(({ first }) => first)).toEqual([0, 10, 20]);
    expect(validatorRanges(0, 10)).toEqual([{ first: 0, last: 0xffff_ffff }]);
  });
});
