import { describe, expect, it } from "vitest";
import { amount, count, decimal, minutes, percent, share, shortText, tileText, type Unit } from "./units.ts";

describe("tiles", () => {
  it.each<[unknown, Unit, string, string]>([
    [0, minutes, "0", "min"],
    [96.5, minutes, "96.5", "min"],
    [180, minutes, "3 h", ""],
    [2_400, minutes, "1 d 16 h", ""],
    [2_880, minutes, "2 d", ""],
    ["124800.4", minutes, "86 d", ""],
    [0.8864, share, "88.64", "%"],
    [88.64, percent, "88.64", "%"],
    ["13730", amount("ETH"), "13.73k", "ETH"],
    [1_025, count, "1,025", ""],
    // An unknown value has no unit.
    [null, share, "–", ""],
    [undefined, amount("ETH"), "–", ""],
    [null, minutes, "–", ""],
  ])("%s, %o is %s %s", (value, unit, text, suffix) => {
    expect(tileText(value, unit)).toEqual({ text, suffix });
  });
});

describe("short values", () => {
  it.each<[unknown, Unit, string]>([
    [0, share, "0"],
    [0.0331, share, "3.31"],
    // 50 validators of a million.
    [0.00005, share, "0.005"],
    [0.000001, share, "0.0001"],
    [0.000000000001, share, "<0.000001"],
    [0.999999, share, ">99.99"],
    [99.999, percent, ">99.99"],
    [99.994, percent, "99.99"],
    [1, share, "100"],
    // A missed attestation, in gwei.
    ["11333", amount("ETH", -9), "0.000011"],
    ["-11333", amount("ETH", -9), "-0.000011"],
    ["1", amount("ETH", -18), "<0.000001"],
    ["-1", amount("ETH", -18), ">-0.000001"],
    ["1234567890", amount("ETH", -9), "1.2346"],
    [0.00004, decimal, "0.00004"],
    [null, share, "–"],
  ])("%s, %o is %s", (value, unit, text) => {
    expect(shortText(value, unit)).toBe(text);
  });

  it("are aligned in columns, but for those that need more room", () => {
    expect(shortText(0.5, share, true)).toBe("50.00");
    expect(shortText(0.00005, share, true)).toBe("0.005");
  });
});
