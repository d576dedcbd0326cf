import { describe, expect, it } from "vitest";
import { packVersion, versionFieldMax, versionUnits } from "./version.ts";

const layout = { revision: 8, epochs: 12, knowledge: 44 } as const;

describe("versions", () => {
  it("have their first field in the highest bits", () => {
    expect(packVersion(layout, { revision: 1, epochs: 225, knowledge: 7n })).toBe(
      2n ** 56n + 225n * 2n ** 44n + 7n,
    );
    expect(packVersion({ only: 64 }, { only: 2n ** 64n - 1n })).toBe(2n ** 64n - 1n);
  });

  it("are ordered by their fields, from the first to the last", () => {
    const ordered = [
      { revision: 0, epochs: 4095, knowledge: versionFieldMax(layout, "knowledge") },
      { revision: 1, epochs: 0, knowledge: 1 },
      { revision: 1, epochs: 1, knowledge: 0 },
      { revision: 1, epochs: 1, knowledge: 1 },
    ].map((values) => packVersion(layout, values));
    expect(ordered).toEqual([...ordered].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(ordered).size).toBe(ordered.length);
  });

  it("are the increments of each field", () => {
    expect(versionUnits(layout)).toEqual({ revision: 2n ** 56n, epochs: 2n ** 44n, knowledge: 1n });
  });

  it("refuse what would spill into the field above, and layouts that are too wide", () => {
    expect(() => packVersion(layout, { revision: 1, epochs: 4096, knowledge: 0 })).toThrow(
      "epochs is 4096, which 12 bits do not hold",
    );
    expect(() => packVersion(layout, { revision: 1, epochs: -1, knowledge: 0 })).toThrow("epochs is -1");
    expect(() => packVersion({ a: 40, b: 25 }, { a: 0, b: 0 })).toThrow("A version of 65 bits");
  });
});
