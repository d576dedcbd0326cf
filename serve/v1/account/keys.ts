/** The keys of the organization that asks. */
import { z } from "zod";
import { dateColumn, textColumn, textListColumn, timestampColumn } from "../../../schemas/columns.ts";
import { choice, paging } from "../../../schemas/request.ts";
import { defineEndpoint } from "../../endpoint.ts";

const tag = "Account";
const weight = { bytes: 8, row: 2 };

export const keyIdParameter = z
  .string()
  .regex(/^[0-9a-f]{12}$/, "Input should be the identifier of a key, 12 hex digits")
  .describe("Public identifier of a key. One of another organization is unknown")
  .meta({ example: "a1b2c3d4e5f6" });

const statuses = ["valid", "expired", "revoked"] as const;

export const accountKey = z
  .object({
    id: textColumn.describe("Public identifier, a part of the key"),
    name: textColumn.describe("Name given at creation"),
    member: textColumn.nullable().describe("For whom the key is; null: not said"),
    tier: textColumn.describe("Tier"),
    scopes: textListColumn.describe("What requests with it may do"),
    status: z.enum(statuses).describe("Whether it is valid now"),
    createdBy: textColumn.nullable().describe("Key that made it; null: the operator of the server"),
    createdAt: timestampColumn.describe("Time of creation"),
    expiresAt: timestampColumn.nullable().describe("End of validity; null: it has none"),
    revokedAt: timestampColumn.nullable().describe("Time of revocation; null: it is not revoked"),
    replacedBy: textColumn.nullable().describe("Key that takes its place; null: none"),
    lastUsedDate: dateColumn
      .nullable()
      .describe("Last day (UTC) on which it was used; null: none that the server still has"),
  })
  .meta({ id: "AccountKey" });

const accountKeys = defineEndpoint({
  operation: "accountKeys",
  method: "get",
  path: "/v1/account/keys",
  tag,
  summary: "Keys of the organization, oldest first",
  description: "The keys themselves are known to nobody but whom they were given to.",
  kind: "list",
  params: z.object({}),
  query: z.object({
    status: choice(statuses).optional().describe("Only keys that are in this state"),
    ...paging,
  }),
  answer: { row: accountKey, sql: "v1/account/keys.sql" },
  prepare: async ({ caller, query: { status, limit, offset } }) => ({
    values: { organizationId: caller.organizationId, status: status ?? null, limit, offset },
  }),
  weight,
  isPrivate: true,
});

const oneKey = defineEndpoint({
  operation: "accountKey",
  method: "get",
  path: "/v1/account/keys/{key_id}",
  tag,
  summary: "One key of the organization",
  kind: "one",
  params: z.object({ key_id: keyIdParameter }),
  query: z.object({}),
  answer: { row: accountKey, sql: "v1/account/key.sql" },
  prepare: async ({ caller, params }) => ({
    values: { organizationId: caller.organizationId, keyId: params.key_id },
  }),
  weight,
  isPrivate: true,
});

export const keyEndpoints = [accountKeys, oneKey] as const;
