import { describe, expect, it } from "vitest";
import { fc } from "../../../test/support/properties.ts";
import { createAddressSet } from "./addressSet.ts";

describe("a set of addresses", () => {
  it("knows what a Set knows, however it has grown", () => {
    const address = fc
      .tuple(fc.nat(60), fc.integer({ min: 32, max: 44 }))
      .map(([number, length]) => `${number}`.padStart(length, "Ab1"));
    fc.assert(
      fc.property(fc.array(address, { maxLength: 300 }), fc.nat(6), (all, bits) => {
        const [set, expected] = [createAddressSet(bits), new Set<string>()];
        for (const one of all) {
          expect(set.add(one)).toBe(!expected.has(one));
          expected.add(one);
        }
      }),
    );
  });

  it("distinguishes as many as a mainnet has", () => {
    const set = createAddressSet();
    const addressOf = (number: number) => `${number}`.padStart(43, "x");
    for (let number = 0; number < 50_000; number += 1) expect(set.add(addressOf(number))).toBe(true);
    for (let number = 0; number < 50_000; number += 7) expect(set.add(addressOf(number))).toBe(false);
    expect(() => set.add("x".repeat(45))).toThrow(RangeError);
  });
});
