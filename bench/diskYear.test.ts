import { expect, it } from "vitest";
import { bytesAfterYear, daysOnDisk } from "./diskYear.ts";

it("counts the days kept, a partition that still holds one of them, and the day under way", () => {
  const keep = { raw: 7, epoch: 90, day: 0 };
  expect(daysOnDisk("raw", keep)).toBe(11);
  expect(daysOnDisk("epoch", keep)).toBe(94);
  expect(daysOnDisk("span", keep)).toBe(4);
  expect(daysOnDisk("day", keep)).toBe(365);
  expect(daysOnDisk("forever", keep)).toBe(365);
  expect(daysOnDisk("raw", { raw: 0 })).toBe(365);
  const tables = [
    { table: "raw_a", keep: "raw", bytesPerDay: 100 },
    { table: "fct_b", keep: "forever", bytesPerDay: 1 },
  ] as const;
  expect(bytesAfterYear(tables, keep)).toBe(1_465);
});
