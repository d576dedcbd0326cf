import { expect, it } from "vitest";
import { createAtOnce } from "./atOnce.ts";
import { type TierName, tiers } from "./tiers.ts";

/** How many of many requests at once are let in. */
function letIn(most: number, tier: TierName): number {
  const atOnce = createAtOnce(most);
  let count = 0;
  try {
    for (; count < 1_000; count += 1) atOnce({ organizationId: "one", tier: tiers[tier] });
  } catch (error) {
    expect(error).toMatchObject({ status: 429, headers: { "retry-after": "1" } });
  }
  return count;
}

it.each([
  [0, "free", 4],
  [0, "build", 16],
  [0, "operator", 1_000],
  [16, "operator", 16],
  [16, "free", 4],
  [2, "free", 2],
] as const)("with a setting of %i an organization of tier %s has %i at once", (most, tier, count) => {
  expect(letIn(most, tier)).toBe(count);
});

it("counts organizations apart, and a place that is given back twice once", () => {
  const atOnce = createAtOnce(2);
  const ask = (organizationId: string) => atOnce({ organizationId, tier: tiers.operator });
  const release = ask("one");
  ask("one");
  expect(() => ask("one")).toThrow("2 of this organization");
  ask("other");
  release();
  release();
  ask("one");
  expect(() => ask("one")).toThrow("2 of this organization");
});
