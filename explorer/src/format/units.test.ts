import { describe, expect, it } from "vitest";
import { amount, count, minutes, percent, share, tileText, type Unit } from "./units.ts";

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
    // What isn't known has no unit.
    [null, share, "–", ""],
    [undefined, amount("ETH"), "–", ""],
    [null, minutes, "–", ""],
  ])("%s, %o is %s %s", (value, unit, text, behind) => {
    expect(tileText(value, unit)).toEqual({ text, behind });
  });
});
