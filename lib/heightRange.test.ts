import { describe, expect, it } from "vitest";
import { dayAfter, parseHeightRange } from "./heightRange.ts";

const heightsOf = (day: string) => ({ from: Number(day.slice(8)) * 10, to: Number(day.slice(8)) * 10 + 9 });
const parse = (from: string, to: string) => parseHeightRange({ from, to }, "epoch", heightsOf);

describe("a range that an operator writes", () => {
  it("is heights, UTC days, or one of each, both inclusive", async () => {
    expect(await parse("3", "9")).toEqual({ from: 3, to: 9 });
    expect(await parse("2026-01-02", "2026-01-04")).toEqual({ from: 20, to: 49 });
    expect(await parse("7", "2026-01-04")).toEqual({ from: 7, to: 49 });
  });

  it.each(["2020-13-01", "2021-02-29", "yesterday", "-1", "", "1e3", "2026-1-1", "1234567890"])(
    "%j is neither",
    async (text) => {
      await expect(parse(text, "5")).rejects.toMatchObject({
        code: "bad_range",
        message: `"${text}" is neither an epoch nor a date such as 2026-01-31`,
      });
      await expect(parse("5", text)).rejects.toMatchObject({ code: "bad_range" });
    },
  );

  it("must not end before it begins", async () => {
    await expect(parse("9", "3")).rejects.toThrow("--from 9 is after --to 3");
  });

  it("counts days over months and leap years", () => {
    expect([dayAfter("2026-02-28"), dayAfter("2024-02-28"), dayAfter("2025-12-31")]).toEqual([
      "2026-03-01",
      "2024-02-29",
      "2026-01-01",
    ]);
  });
});
