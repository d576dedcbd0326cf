import { describe, expect, it } from "vitest";
import { formatFigure, median, summarize } from "./report.ts";

describe("median", () => {
  it("is the middle value, or the mean of the two in the middle", () => {
    expect(median([9, 1, 10])).toBe(9);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow(RangeError);
  });
});

describe("summarize", () => {
  it("takes the median of each metric and input", () => {
    const figure = (metric: string, value: number) => ({ metric, value, unit: "s", input: "1 row" });
    const runs = [3, 1, 2].map((value) => [figure("a", value), figure("b", value * 10)]);
    expect(summarize(runs)).toEqual([figure("a", 2), figure("b", 20)]);
    expect(summarize([])).toEqual([]);
  });
});

describe("formatFigure", () => {
  it("is one line of JSON in a fixed order", () => {
    expect(formatFigure("x", { metric: "seconds", value: 1.23456789, unit: "s", input: "1 row" })).toBe(
      '{"bench":"x","metric":"seconds","value":1.23457,"unit":"s","input":"1 row"}',
    );
  });
});
