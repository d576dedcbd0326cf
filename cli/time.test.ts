import { expect, it } from "vitest";
import { parseEnd, parseSpan } from "./time.ts";

it.each([
  ["0", 0],
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["24h", 86_400_000],
  ["90d", 7_776_000_000],
])("a span of %s has %i ms", (text, ms) => {
  expect(parseSpan(text)).toBe(ms);
});

it.each(["", "24", "h", "-1h", "1.5h", "1w", "9999d", "1e3h"])("%j is no span", (text) => {
  expect(() => parseSpan(text)).toThrow("such as 30m, 24h or 90d");
});

it("an end is a date, a time or a span from now", () => {
  expect(parseEnd("2027-01-31")).toBe(Date.UTC(2027, 0, 31));
  expect(parseEnd("2027-01-31T12:30Z")).toBe(Date.UTC(2027, 0, 31, 12, 30));
  expect(Math.abs(parseEnd("2h") - Date.now() - 7_200_000)).toBeLessThan(60_000);
  for (const text of ["2027-13-01", "31.1.2027", "2027-01-31 12:00"]) expect(() => parseEnd(text)).toThrow();
});
