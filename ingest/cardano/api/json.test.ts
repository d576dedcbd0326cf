import { describe, expect, it } from "vitest";
import { parseExactJson, plainDecimal } from "./json.ts";

describe("JSON with exact numbers", () => {
  it("keeps numbers that a double does not hold as text, and everything else as it is", () => {
    const text =
      '[{"a":11771504387608670,"b":0.1,"c":12,"d":"1, 99999999999999999999","e":-7,"f":[1e3,null]}]';
    expect(parseExactJson(text)).toEqual([
      { a: "11771504387608670", b: "0.1", c: 12, d: "1, 99999999999999999999", e: -7, f: ["1e3", null] },
    ]);
  });

  it.each(['[{"epoch_no":', "<html>", '{"a":1'])("refuses %s", (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it.each([
    ["0.02", "0.02"],
    ["7.21e-05", "0.0000721"],
    ["1.5E+3", "1500"],
    ["1e0", "1"],
    ["000.500", "0.5"],
    ["0.3333333333333333333333", "0.333333333333333333"],
    ["12", "12"],
    ["2e-20", "0"],
  ])("writes %s as %s", (text, plain) => {
    expect(plainDecimal(text)).toBe(plain);
  });

  it.each(["", "-1", "abc", "1.2.3", "0x10"])('takes no "%s"', (text) => {
    expect(() => plainDecimal(text)).toThrow(RangeError);
  });
});
