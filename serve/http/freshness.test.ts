/** How long answers may be kept. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertDay, insertDays, insertNetwork, insertValidators } from "../../test/support/serveEth.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 40);
  await insertDays(fixture.store, { first: 0, last: 39, days: 3 });
  await insertDay(fixture.store, { validator_index: 7, day: 3, is_complete: 0, attestation_duty_count: 2 });
});
afterAll(() => fixture.close());

describe("freshness", () => {
  const cacheOf = async (path: string) => (await fixture.get(path)).headers.get("cache-control");

  it("lets complete days below a bound be kept for a day, all else for a minute", async () => {
    const path = "/v0/eth/validators/7/effectiveness";
    expect(await cacheOf(`${path}?from=2`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${path}?from=3`)).toBe("private, max-age=60");
    expect(await cacheOf(path)).toBe("private, max-age=60");
    expect(await cacheOf(`${path}?from=2&granularity=week`)).toBe("private, max-age=60");
    expect(await cacheOf("/v1/eth/validators/7/proposals?toDay=2")).toBe("private, max-age=86400");
    expect(await cacheOf("/v1/eth/validators/7/proposals?toDay=3")).toBe("private, max-age=60");
  });

  it("lets an answer whose bound has no record yet be kept for a minute, however complete the days before are", async () => {
    const proposals = "/v1/eth/validators/10/proposals";
    expect(await cacheOf(`${proposals}?toDay=2`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${proposals}?toDay=3`)).toBe("private, max-age=60");
    expect(await cacheOf(`${proposals}?toDate=2020-12-04`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${proposals}?toDate=2020-12-05`)).toBe("private, max-age=60");
    expect(await cacheOf(`${proposals}?toDay=2&limit=1`)).toBe("private, max-age=60");
    expect(await cacheOf("/v0/eth/validators/10/effectiveness?from=3")).toBe("private, max-age=60");
    const several = "/v0/eth/validators/effectiveness?indices=10&granularity=day";
    expect(await cacheOf(`${several}&from=2&to=1`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${several}&from=1&to=2`)).toBe("private, max-age=86400");
    expect(await cacheOf(`${several}&from=1&to=3`)).toBe("private, max-age=60");
  });

  it("lets complete days that wait for a fact be kept for a minute, and names it", async () => {
    const rewards = "/v1/eth/validators/8/rewards?toDay=2";
    const days = "/v0/eth/validators/8/effectiveness?from=2";
    const waitingFor = async () => {
      const { results } = (await (await fixture.get(rewards)).json()) as {
        results: { day: number; waitsFor: string[]; isComplete: boolean }[];
      };
      return results.filter(({ isComplete }) => isComplete).flatMap(({ waitsFor }) => waitsFor);
    };
    expect([await cacheOf(rewards), await cacheOf(days)]).toEqual(Array(2).fill("private, max-age=86400"));
    expect(await waitingFor()).toEqual([]);
    const day = { validator_index: 8, day: 1, slashing_penalty_gwei: -1 };
    await insertDay(fixture.store, { ...day, unknown_slashing_count: 1, version: 2 });
    expect([await cacheOf(rewards), await cacheOf(days)]).toEqual(Array(2).fill("private, max-age=60"));
    expect(await waitingFor()).toEqual(["correlationPenalties"]);
    await insertDay(fixture.store, { ...day, unknown_slashing_count: 0, version: 3 });
    expect([await cacheOf(rewards), await cacheOf(days)]).toEqual(Array(2).fill("private, max-age=86400"));
    expect(await waitingFor()).toEqual([]);
  });
});
