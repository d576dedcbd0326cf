import { expect, it } from "vitest";
import { halves } from "./halves.ts";

it("shares the memory of the values, wherever they begin", () => {
  const values = BigUint64Array.of(1n, 2n ** 64n - 1n, 5n * 2n ** 32n + 6n).subarray(1);
  const words = halves(values);
  expect([...words]).toEqual([0xffff_ffff, 0xffff_ffff, 6, 5]);
  words[3] = 7;
  expect(values[1]).toBe(7n * 2n ** 32n + 6n);
});
