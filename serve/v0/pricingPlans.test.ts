import { afterAll, beforeAll, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { tiers } from "../access/tiers.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
});
afterAll(() => fixture.close());

it("lists every tier with its limits, in their order", async () => {
  const response = await fixture.get("/v0/pricingPlans");
  expect(response.status).toBe(200);
  const plans = (await response.json()) as Record<string, unknown>[];
  expect(plans).toEqual(Object.entries(tiers).map(([name, tier]) => ({ name, ...tier })));
  expect(plans[0]).toEqual({
    name: "free",
    requestsPerSecond: 2,
    requestsAtOnce: 4,
    lifetimeRequests: 10_000,
    lifetimeComputeUnits: 100_000,
    monthlyComputeUnits: null,
    privateTags: 0,
    sql: {
      seconds: 10,
      memoryMib: 512,
      rows: 100_000_000,
      resultRows: 100_000,
      resultMib: 16,
      statementKib: 16,
      statementTokens: 1_000,
    },
    selfReports: false,
  });
});
