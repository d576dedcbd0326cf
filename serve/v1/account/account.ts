/** The caller: its organization, its key, and their remaining allowances. It belongs to no chain. */
import { z } from "zod";
import { loadSql } from "../../../lib/sql/file.ts";
import { timestampColumn } from "../../../schemas/columns.ts";
import { monthOf } from "../../access/usage.ts";
import { defineEndpoint } from "../../endpoint.ts";

const count = z.int().min(0);
const limit = count.nullable();

const organization = z
  .object({
    id: z.string().describe("Identifier, as keys name it").meta({ example: "Acme" }),
    name: z.string().describe("Name, also of its self reports").meta({ example: "Acme Ltd" }),
    maySelfReport: z.boolean().describe("Whether reports of own validators are taken"),
    tiers: z
      .array(z.string())
      .describe("Tiers of its valid keys")
      .meta({ example: ["build"] }),
    validKeys: count.describe("Its keys that are valid now"),
  })
  .meta({ id: "AccountOrganization" });

const key = z
  .object({
    id: z.string().describe("Public identifier").meta({ example: "a1b2c3d4e5f6" }),
    name: z
      .string()
      .nullable()
      .describe("Name given at creation; null if the key has no row of its own")
      .meta({ example: "dashboard" }),
    member: z.string().nullable().describe("Member who uses it; null if not set").meta({ example: "Ada" }),
    tier: z.string().describe("Tier").meta({ example: "build" }),
    scopes: z
      .array(z.string())
      .describe("Permissions of requests with it")
      .meta({ example: ["read"] }),
    createdAt: timestampColumn.nullable().describe("Time of creation; null if the key has no row of its own"),
    expiresAt: timestampColumn.nullable().describe("End of validity; null: it has none"),
  })
  .meta({ id: "AccountOwnKey" });

const allowances = z
  .object({
    requestsPerSecond: limit.describe("Requests a second of the key; null: no limit"),
    requestsAtOnce: limit.describe(
      "Requests of the organization in hand at once; the server may allow less; null: no limit",
    ),
    lifetimeRequests: limit.describe("Requests of the key, ever; null: no limit"),
    lifetimeComputeUnits: limit.describe("Compute units of the key, ever; null: no limit"),
    monthlyComputeUnits: limit.describe(
      "Compute units that a month includes for the organization's keys of this tier; requests beyond are answered, too; null: no limit",
    ),
    privateTags: limit.describe("Private sets that the organization may hold; null: no limit"),
  })
  .meta({ id: "AccountAllowances" });

const used = z
  .object({
    lifetimeRequests: count.describe("Requests of the key, ever; null: no limit"),
    lifetimeComputeUnits: count.describe("Compute units of the key, ever; null: no limit"),
    monthlyRequests: count.describe("Requests of the organization's keys of this tier in this month"),
    monthlyComputeUnits: count.describe(
      "Compute units of the organization's keys of this tier in this month",
    ),
    privateTags: count.describe("Private sets that the organization holds, on all networks"),
  })
  .meta({ id: "AccountUse" });

const left = z
  .object({
    lifetimeRequests: limit.describe("Requests of the key, ever; null: no limit"),
    lifetimeComputeUnits: limit.describe("Compute units of the key, ever; null: no limit"),
    monthlyComputeUnits: limit.describe("Compute units that this month includes; null: no limit"),
    privateTags: limit.describe("Private sets of the organization; null: no limit"),
  })
  .meta({ id: "AccountLeft" });

const accountRecord = z
  .object({
    organization,
    key,
    month: z.string().meta({ example: "2026-01" }).describe("This month, UTC"),
    allowances: allowances.describe("Limits of the key's tier; null: no limit"),
    used: used.describe("Counted by all servers: the key as of now, the month as of some seconds ago"),
    left: left.describe("Remaining allowances; null without a limit"),
  })
  .meta({ id: "Account" });

type AccountRow = {
  validKeys: string;
  tiers: string[];
  keyName: string;
  member: string;
  expiresAtMs: string | null;
  tagCount: string;
  used: [requests: string, computeUnits: string];
};

const timeText = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

/** The remaining allowance, at least 0. */
const remaining = (allowed: number | null, taken: number) =>
  allowed === null ? null : Math.max(0, allowed - taken);

export const account = defineEndpoint({
  operation: "account",
  method: "get",
  path: "/v1/account",
  tag: "Account",
  summary: "The organization and key of the request, their limits, and what remains",
  kind: "custom",
  params: z.object({}),
  query: z.object({}),
  response: accountRecord,
  weight: { bytes: 8, row: 0 },
  isPrivate: true,
  handle: async ({ caller }, { store, usedBy }) => {
    const { keyId, organizationId, tier, tierName } = caller;
    const month = monthOf(Date.now());
    const values = { keyId, organizationId, month, tier: tierName };
    const [rows, lifetime] = await Promise.all([
      store.rows<AccountRow>(loadSql("queries/app/account.sql").text, values),
      usedBy(caller),
    ]);
    const [row] = rows;
    const [monthlyRequests = 0, monthlyComputeUnits = 0] = row?.used.map(Number) ?? [];
    const privateTags = Number(row?.tagCount ?? 0);
    const expiresAtMs = Number(row?.expiresAtMs ?? 0);
    const record: z.input<typeof accountRecord> = {
      organization: {
        id: organizationId,
        name: caller.organizationName,
        maySelfReport: caller.maySelfReport,
        tiers: row?.tiers ?? [],
        validKeys: Number(row?.validKeys ?? 0),
      },
      key: {
        id: keyId,
        name: row?.keyName || null,
        member: row?.member || null,
        tier: tierName,
        scopes: [...caller.scopes],
        createdAt: row?.keyName ? timeText(caller.createdAtMs) : null,
        expiresAt: expiresAtMs === 0 ? null : timeText(expiresAtMs),
      },
      month: month.slice(0, 7),
      allowances: {
        requestsPerSecond: tier.requestsPerSecond,
        requestsAtOnce: tier.requestsAtOnce,
        lifetimeRequests: tier.lifetimeRequests,
        lifetimeComputeUnits: tier.lifetimeComputeUnits,
        monthlyComputeUnits: tier.monthlyComputeUnits,
        privateTags: tier.privateTags,
      },
      used: {
        lifetimeRequests: lifetime.requests,
        lifetimeComputeUnits: lifetime.computeUnits,
        monthlyRequests,
        monthlyComputeUnits,
        privateTags,
      },
      left: {
        lifetimeRequests: remaining(tier.lifetimeRequests, lifetime.requests),
        lifetimeComputeUnits: remaining(tier.lifetimeComputeUnits, lifetime.computeUnits),
        monthlyComputeUnits: remaining(tier.monthlyComputeUnits, monthlyComputeUnits),
        privateTags: remaining(tier.privateTags, privateTags),
      },
    };
    return { text: JSON.stringify(record), rows: 1 };
  },
});
