import { expect, it } from "vitest";
import { createKnown } from "./known.ts";
import { checkPresupposed } from "./presupposed.ts";

const rootsOf = (...indices: number[]) => ({
  roots: indices.map((root_index) => ({
    ...{ root_index, block: 100 + root_index, calculation_end: 0, root: "", isDisabled: false },
  })),
});

it("finds a distribution root of which there is no log", () => {
  const knownFacts = createKnown();
  const check = (...indices: number[]) => checkPresupposed(knownFacts, rootsOf(...indices) as never);
  expect(() => check(0, 1, 2)).not.toThrow();
  expect(() => check(1, 2)).toThrow(/presupposes distribution root 0.*pruned/);
  knownFacts.roots.set(0, { root_index: 0, block: 1, calculation_end: 0, root: "", isDisabled: false });
  expect(() => check(1, 2)).not.toThrow();
  // A piece that is read again.
  expect(() => check(0, 1)).not.toThrow();
  expect(() => check(3)).toThrow("distribution root 1");
});
