import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactDecimal, formatDecimal, plainDecimal, sumOfDecimals } from "./decimal.ts";

describe("decimals", () => {
  it.each([
    ["118.99494685545359676314576", {}, "118.99494685545359676314576"],
    ["58544013000000000007", {}, "58,544,013,000,000,000,007"],
    [1_234_567, {}, "1,234,567"],
    [2.5e-6, {}, "0.0000025"],
    ["1e21", {}, "1,000,000,000,000,000,000,000"],
    [13_730_000_000_000, { shift: -9 }, "13,730"],
    ["1", { shift: -18 }, "0.000000000000000001"],
    [0.990234375, { shift: 2 }, "99.0234375"],
    ["-0.5", { shift: 3 }, "-500"],
    [0, { shift: -9 }, "0"],
    ["12.345678", { places: 4 }, "12.3457"],
    ["0.99995", { places: 4 }, "1"],
    ["-0.00001", { places: 4 }, "0"],
    ["999.99999", { places: 2 }, "1,000"],
    ["12.3", { places: 4, isPadded: true }, "12.3000"],
    ["7", { places: 2, isPadded: true }, "7.00"],
  ])("%s, %o is %s", (value, format, text) => {
    expect(formatDecimal(value, format)).toBe(text);
  });

  it("aren't made of what is none", () => {
    for (const value of [null, undefined, "", "abc", "1.2.3", Number.NaN, {}, "0x10"])
      expect(formatDecimal(value), `formatDecimal(${JSON.stringify(value)})`).toBeUndefined();
  });

  it("keep every digit, wherever the point goes", () => {
    const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 30 }), (whole, places) => {
        const moved = plainDecimal(String(whole), -places) ?? "";
        // Back again: the same digits, without a point.
        const [front = "", fraction = ""] = moved.split(".");
        expect(BigInt(`${front}${fraction.padEnd(places, "0")}`)).toBe(whole);
      }),
    );
  });

  it("are rounded as by hand", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 4 }), (scaled, places) => {
        const unit = 10 ** (5 - places);
        const expected = Math.floor(scaled / unit) + (scaled % unit >= unit / 2 ? 1 : 0);
        const text = (formatDecimal(String(scaled), { shift: -5, places }) ?? "").replaceAll(",", "");
        expect(Math.round(Number(text) * 10 ** places)).toBe(expected);
      }),
    );
  });

  it.each([
    ["0", "0"],
    ["239", "239"],
    ["1025", "1,025"],
    ["13548.2", "13.55k"],
    ["471255.155", "471.3k"],
    ["9999.4", "9,999"],
    ["9999.6", "10k"],
    ["999949", "999.9k"],
    ["999999", "1M"],
    ["999999999999999", "1e15"],
    ["9999999999999999", "1e16"],
    ["47210000", "47.21M"],
    ["1234567890", "1.235B"],
    ["175017740486769817275", "1.75e20"],
    ["0.00012345", "0.0001235"],
    ["-1500000", "-1.5M"],
  ])("%s in short is %s", (value, text) => {
    expect(compactDecimal(value)).toBe(text);
  });

  it("have more digits where there is room for them", () => {
    expect(compactDecimal("471339.172", 0, 6)).toBe("471.339k");
    expect(compactDecimal("175017740486769817275", 0, 6)).toBe("1.75018e20");
  });

  it("are added up with all their digits", () => {
    expect(sumOfDecimals(["58544013000000000007", "0.000000000000000001", -7, "1e3"])).toBe(
      "58544013000000001000.000000000000000001",
    );
    expect(sumOfDecimals(["-0.5", "0.2"])).toBe("-0.3");
    expect(sumOfDecimals([])).toBe("0");
    expect(sumOfDecimals(["1", null])).toBeUndefined();
  });
});
