/** Usage of an organization's keys. It belongs to no chain. */
import { z } from "zod";
import { loadSql } from "../../../lib/sql/file.ts";
import { dateColumn, integerColumn, textColumn } from "../../../schemas/columns.ts";
import { isoDate, limitPaging } from "../../../schemas/request.ts";
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
    keyId: z.string().describe("Public identifier of the key").meta({ example: "a1b2c3d4e5f6" }),
    tier: z.string().describe("Tier of the key at the time of the request").meta({ example: "build" }),
    requests: count.describe("Requests answered"),
    computeUnits: count.describe("Compute units consumed"),
  })
  .meta({ id: "KeyUsage" });

export const accountUsage = defineEndpoint({
  method: "get",
  kind: "custom",
  operation: "accountUsage",
  path: "/v1/account/usage",
  isPrivate: true,
  tag: "Account",
  summary: "Usage of the organization's keys, by month",
  description: "Counted by all servers, as of some seconds ago. Newest month first.",
  params: z.object({}),
  query: z.object({
    month: month.optional().describe("Only this month; default: all").meta({ example: "2026-01" }),
  }),
  response: z
    .object({
      organizationId: z.string().describe("Owner of the keys").meta({ example: "Acme" }),
      usage: z.array(keyUsage),
    })
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

const dayUsage = z
  .object({
    date: dateColumn.describe("Day, UTC"),
    keyId: textColumn.describe("Public identifier of the key").meta({ example: "a1b2c3d4e5f6" }),
    tier: textColumn.describe("Tier of the key at the time of the request").meta({ example: "build" }),
    operation: textColumn
      .describe(
        "Operation: operationId of this document, `sql` for statements, `other` for operations without their own counter",
      )
      .meta({ example: "validator" }),
    requests: integerColumn.describe(
      "Requests that the limits of the key let pass; days add up to the month",
    ),
    clientErrors: integerColumn.describe("Requests answered with a status from 400 to 499"),
    serverErrors: integerColumn.describe("Requests answered with a status from 500 on"),
    refused: integerColumn.describe(
      "Requests beyond the limits of the key, answered 429; none of `requests`",
    ),
    computeUnits: integerColumn.describe("Compute units consumed"),
  })
  .meta({ id: "KeyUsageDay" });

export const accountUsageDaily = defineEndpoint({
  operation: "accountUsageDaily",
  method: "get",
  path: "/v1/account/usage/daily",
  tag: "Account",
  summary: "Usage of the organization's keys, by day, key and operation",
  description:
    "Counted by all servers, as of some seconds ago. Days that are older than the server keeps are in the months only.",
  kind: "list",
  params: z.object({}),
  query: z.object({
    fromDate: isoDate.optional().describe("First date, inclusive").meta({ example: "2026-01-01" }),
    toDate: isoDate.optional().describe("Last date, inclusive").meta({ example: "2026-01-31" }),
    operation: z
      .string()
      .regex(/^[A-Za-z0-9]{1,64}$/, "Input should be the name of an operation, 1 to 64 letters and digits")
      .optional()
      .describe("Only this operation")
      .meta({ example: "validator" }),
    keyId: z
      .string()
      .regex(/^(?:[0-9a-f]{12}|explorer)$/, "Input should be the identifier of a key, 12 hex digits")
      .optional()
      .describe("Only this key")
      .meta({ example: "a1b2c3d4e5f6" }),
    ...limitPaging,
  }),
  answer: { row: dayUsage, sql: "v1/account/usage_daily.sql" },
  prepare: async ({ caller, query }) => ({
    values: {
      organizationId: caller.organizationId,
      dayMin: query.fromDate ?? null,
      dayMax: query.toDate ?? null,
      operation: query.operation ?? null,
      keyId: query.keyId ?? null,
      sortOrder: query.sortOrder,
      limit: query.limit,
      offset: query.offset,
    },
  }),
  weight: { bytes: 8, row: 0 },
  isPrivate: true,
});
