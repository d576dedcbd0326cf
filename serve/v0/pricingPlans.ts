/** The limits of keys, by tier: the tiers that this very server enforces. */
import { z } from "zod";
import { booleanColumn, integerColumn, textColumn } from "../../schemas/columns.ts";
import { tiers } from "../access/tiers.ts";
import { defineEndpoint } from "../endpoint.ts";

const limit = integerColumn.nullable();

const pricingPlan = z
  .object({
    name: textColumn.describe("Tier, as keys name it"),
    requestsPerSecond: limit.describe("Requests a second of one key; null: no limit"),
    requestsAtOnce: limit.describe(
      "Requests of all keys of an organization that are in hand at once, more of them wait; null: no limit",
    ),
    lifetimeRequests: limit.describe("Requests of one key, ever; null: no limit"),
    lifetimeComputeUnits: limit.describe("Compute units of one key, ever; null: no limit"),
    monthlyComputeUnits: limit.describe(
      "Compute units a month that the tier includes; requests beyond are answered, too; null: none are named",
    ),
    privateTags: limit.describe("Private sets of validators that an organization may hold; null: no limit"),
    sql: z
      .object({
        seconds: limit.describe("Time of one statement; null: no limit"),
        memoryMib: limit.describe("Memory of one statement (MiB); null: no limit"),
        rows: limit.describe("Rows that one statement may read; null: no limit"),
        resultRows: limit.describe("Rows of one answer; null: no limit"),
        resultMib: limit.describe("Size of one answer (MiB); null: no limit"),
        statementKib: limit.describe("Size of one statement (KiB); null: no limit"),
        statementTokens: limit.describe("Words, literals and signs of one statement; null: no limit"),
      })
      .describe("Limits of analysts' SQL; null: the tier sets no limit"),
    selfReports: booleanColumn.describe("Whether reports of own validators are taken"),
  })
  .meta({ id: "PricingPlan" });

const plans = JSON.stringify(Object.entries(tiers).map(([name, tier]) => ({ name, ...tier })));

export const pricingPlans = defineEndpoint({
  operation: "pricingPlans",
  method: "get",
  path: "/v0/pricingPlans",
  tag: "Account",
  summary: "The tiers of keys, with their limits",
  description: "In ascending order. A self-hosted server has no prices, so none are returned.",
  kind: "array",
  params: z.object({}),
  query: z.object({}),
  answer: { row: pricingPlan, sql: "v0/pricing_plans.sql" },
  prepare: async () => ({ values: { plans } }),
  weight: { bytes: 8, row: 0 },
});
