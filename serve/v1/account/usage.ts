/** What an organization's keys have used. It is of no chain. */
import { z } from "zod";
import { loadSql } from "../../../lib/sql/file.ts";
import { defineEndpoint } from "../../endpoint.ts";

const month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "Input should be a month, as YYYY-MM")
  .refine((text) => text >= "1970-01" && text <= "2149-05", "Input should lie between 1970-01 and 2149-05")
  .meta({ pattern: "^(?:19[7-9]\\d|20\\d\\d|21[0-3]\\d|214[0-8])-(?:0[1-9]|1[0-2])$|^2149-0[1-5]$" });

const count = z.int().min(0);
const keyUsage = z
  .object({
    month: z.string().meta({ example: "2026-01" }).describe("Month, UTC"),
    keyId: z.string().describe("Public identifier of the key"),
    tier: z.string().describe("Tier of the key when it asked"),
    requests: count.describe("Requests answered"),
    computeUnits: count.describe("Compute units consumed"),
  })
  .meta({ id: "KeyUsage" });

export const accountUsage = defineEndpoint({
  method: "get",
  kind: "custom",
  operation: "accountUsage",
  path: "/v1/account/usage",
  tag: "Account",
  summary: "Usage of the organization's keys, by month",
  description: "Counted by all servers, as of some seconds ago. Newest month first.",
  params: z.object({}),
  query: z.object({ month: month.optional().describe("Only this month; default: all") }),
  response: z
    .object({ organizationId: z.string().describe("Owner of the keys"), usage: z.array(keyUsage) })
    .meta({ id: "AccountUsage" }),
  weight: { bytes: 8, row: 0 },
  handle: async ({ caller, query }, { store }) => {
    const rows = await store.rows<Record<string, string>>(loadSql("queries/app/usage_by_month.sql").text, {
      month: query.month === undefined ? null : `${query.month}-01`,
      organizationId: caller.organizationId,
    });
    const usage = rows.map((row) => ({
      month: (row.month ?? "").slice(0, 7),
      keyId: row.keyId,
      tier: row.tier,
      requests: Number(row.requests),
      computeUnits: Number(row.computeUnits),
    }));
    return { text: JSON.stringify({ organizationId: caller.organizationId, usage }), rows: usage.length };
  },
});
