import { describe, expect, it } from "vitest";
import { constant, forkRules, weights } from "./rules.ts";

describe("rules", () => {
  it("weights add up to the denominator", () => {
    const { source, target, head, sync, proposer, denominator } = weights;
    expect(source + target + head + sync + proposer).toBe(denominator);
  });

  it("a late target counts since Deneb, a payload since Gloas", () => {
    expect(
      Object.entries(forkRules).map(([fork, rule]) => [fork, rule.isTargetDelayLimited, rule.isPayloadVoted]),
    ).toEqual([
      ["phase0", true, false],
      ["altair", true, false],
      ["bellatrix", true, false],
      ["capella", true, false],
      ["deneb", false, false],
      ["electra", false, false],
      ["fulu", false, false],
      ["gloas", false, true],
    ]);
  });

  it("a constant that is missing or no number is named", () => {
    expect(constant({ A: "7" }, "A")).toBe(7);
    for (const bad of [{}, { A: "" }, { A: "x" }]) expect(() => constant(bad, "A")).toThrow("no usable A");
  });
});
