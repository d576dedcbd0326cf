import { expect, it } from "vitest";
import { elementAt } from "./elementAt.ts";

it("returns the element, zero and the empty text too", () => {
  expect(elementAt(["", "b"], 0)).toBe("");
  expect(elementAt(Uint32Array.of(7, 0), 1)).toBe(0);
});

it("throws an error with the index and the length when there is no element", () => {
  const expected = { kind: "fatal", code: "no_element", meta: { index: 2, length: 2 } };
  expect(() => elementAt(["a", "b"], 2)).toThrow(expect.objectContaining(expected));
  expect(() => elementAt(Uint8Array.of(1), -1)).toThrow("no element -1 in a list of 1");
});
