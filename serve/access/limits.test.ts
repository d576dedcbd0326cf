import { RateLimiterMemory } from "rate-limiter-flexible";
import { describe, expect, it } from "vitest";
import type { Caller } from "./auth.ts";
import { createLimiter } from "./limits.ts";
import { tiers } from "./tiers.ts";
import type { Usage } from "./usage.ts";

const usage: Usage = {
  of: async () => ({ requests: 0, computeUnits: 0 }),
  add: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
};

const callerOf = (keyId: string, more: Partial<Caller>): Caller => ({
  keyId,
  organizationId: "o",
  organizationName: "o",
  maySelfReport: false,
  tier: tiers.build,
  tierName: "build",
  scopes: ["read"],
  createdAtMs: 0,
  used: { requests: 0, computeUnits: 0 },
  ...more,
});

/** A second that does not end. */
const open = () => createLimiter(usage, (points) => new RateLimiterMemory({ points, duration: 3_600 }));

describe("the rate of a key and of those that it has made", () => {
  const maker = callerOf("maker", {});
  const lower = callerOf("lower", { tier: tiers.starter, rateKeyId: "maker", rateTier: tiers.build });
  const equal = callerOf("equal", { rateKeyId: "maker", rateTier: tiers.build });

  async function passed(limit: ReturnType<typeof open>, caller: Caller, times: number): Promise<number> {
    let count = 0;
    for (let turn = 0; turn < times; turn += 1)
      await limit(caller, "test").then(
        () => (count += 1),
        () => undefined,
      );
    return count;
  }

  it("is one: what a key of a lower tier uses is missing to the others", async () => {
    const limit = open();
    expect(await passed(limit, lower, 5)).toBe(2);
    expect(await passed(limit, equal, 3)).toBe(3);
    expect(await passed(limit, maker, 20)).toBe(5);
    expect(await passed(limit, equal, 1)).toBe(0);
  });

  it("leaves a key of a lower tier nothing when the others have used it", async () => {
    const limit = open();
    expect(await passed(limit, maker, 20)).toBe(10);
    expect(await passed(limit, lower, 1)).toBe(0);
  });
});
