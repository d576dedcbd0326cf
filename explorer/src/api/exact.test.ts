import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactJson } from "./exact.ts";

describe("JSON with all digits", () => {
  it("makes text of numbers that JavaScript would round, and of no others", () => {
    const text =
      '{"a":118.99494685545359676314576,"b":0.05475,"c":58544013000000000007,"d":[1e-7,-12],"e":9007199254740993}';
    expect(JSON.parse(exactJson(text))).toEqual({
      a: "118.99494685545359676314576",
      b: 0.05475,
      c: "58544013000000000007",
      d: [1e-7, -12],
      e: "9007199254740993",
    });
  });

  it("leaves strings alone, including those that contain numbers", () => {
    const value = {
      name: 'a "12345678901234567890" \\ node',
      id: "58544013000000000007",
      "12345678901234567890": null,
    };
    expect(JSON.parse(exactJson(JSON.stringify(value)))).toEqual(value);
  });

  it("changes no number that is read back as it was written", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(exactJson(text))).toEqual(JSON.parse(text));
      }),
    );
  });
});
