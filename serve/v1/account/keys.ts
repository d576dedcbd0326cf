/** The keys of the caller's organization. */
import { z } from "zod";
import { secondsPerDay } from "../../../lib/days.ts";
import { loadSql } from "../../../lib/sql/file.ts";
import { dateColumn, textColumn, textListColumn, timestampColumn } from "../../../schemas/columns.ts";
import { choice, limitPaging, orderedPaging } from "../../../schemas/request.ts";
import { endKey, keysPerDayMax, makeKey, replaceKey, validKeysMax } from "../../access/keyAdmin.ts";
import { lastEndMs } from "../../access/keys.ts";
import { isPrintable, nameCharactersMax } from "../../access/organizations.ts";
import { type Scope, scopes } from "../../access/scopes.ts";
import { type TierName, tiers } from "../../access/tiers.ts";
import { defineEndpoint } from "../../endpoint.ts";
import type { Services } from "../../services.ts";

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
    id: textColumn.describe("Public identifier, a part of the key").meta({ example: "a1b2c3d4e5f6" }),
    name: textColumn.describe("Name given at creation").meta({ example: "dashboard" }),
    member: textColumn
      .nullable()
      .describe("Member who uses the key; null if not set")
      .meta({ example: "Ada" }),
    tier: textColumn.describe("Tier").meta({ example: "build" }),
    scopes: textListColumn.describe("Permissions of requests with it").meta({ example: ["read"] }),
    status: z.enum(statuses).describe("Whether it is valid now"),
    createdBy: textColumn
      .nullable()
      .describe("Key that made it; null: the operator of the server")
      .meta({ example: "0f1e2d3c4b5a" }),
    createdAt: timestampColumn.describe("Time of creation"),
    expiresAt: timestampColumn.nullable().describe("End of validity; null: it has none"),
    revokedAt: timestampColumn
      .nullable()
      .describe("Time of revocation; null: it is not revoked")
      .meta({ example: null }),
    replacedBy: textColumn
      .nullable()
      .describe("Key that takes its place; null: none")
      .meta({ example: null }),
    lastUsedDate: dateColumn
      .nullable()
      .describe("Last day (UTC) on which it was used; null: none that the server still has"),
  })
  .meta({ id: "AccountKey" });

const keyChange = z
  .object({
    id: textColumn
      .describe("Identifier of the change, a UUID")
      .meta({ example: "2f6f8a54-8d4b-4c1e-9d0a-5b7f3f2c9e10" }),
    action: z.enum(["create", "rotate", "revoke"]).describe("Requested change").meta({ example: "create" }),
    state: z
      .enum(["asked", "done", "refused"])
      .describe("State of the change; asked: not done yet, or its server has stopped"),
    keyId: textColumn
      .nullable()
      .describe("Key that was made, rotated or revoked; null: none was made")
      .meta({ example: "a1b2c3d4e5f6" }),
    replacedBy: textColumn
      .nullable()
      .describe("The replacing key of a rotation; null for other changes")
      .meta({ example: null }),
    byKeyId: textColumn
      .nullable()
      .describe("Key that requested it; null: the operator of the server")
      .meta({ example: "0f1e2d3c4b5a" }),
    askedAt: timestampColumn.describe("Time of the request"),
  })
  .meta({ id: "AccountKeyChange" });

const label = z
  .string()
  .max(nameCharactersMax, `At most ${nameCharactersMax} characters are allowed`)
  .regex(/\S/, "Input should not be empty")
  .refine(isPrintable, "Input should have no control characters");

/** A time to come, as Unix milliseconds. */
const end = z.iso
  .datetime("Input should be a time as YYYY-MM-DDThh:mm:ssZ")
  .max(30, "At most 30 characters are allowed")
  .transform((text) => Date.parse(text))
  .refine((ms) => ms <= lastEndMs, "Input should lie before 2200-01-01")
  .nullish();

const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];
const tierNames = Object.keys(tiers) as [TierName, ...TierName[]];
/** Names and a few words. */
const bytesMax = 16_384;

const newKey = z
  .strictObject({
    name: label.describe("Purpose of the key, in printable characters; it need not be unique"),
    member: label.nullish().describe("Member who uses the key, in printable characters; null for none"),
    tier: choice(tierNames)
      .optional()
      .describe("Tier, no higher than that of the requesting key; default: the same"),
    scopes: z
      .array(choice(scopeNames))
      .min(1, "At least one scope is needed")
      .max(scopeNames.length, `At most ${scopeNames.length} values are allowed`)
      .default(["read"])
      .describe("Scopes of the key, all of which the requesting key has"),
    expiresAt: end.describe(
      "Expiry, no later than that of the requesting key; default: the same; null: none, if that key has none",
    ),
  })
  .meta({
    id: "NewAccountKey",
    example: {
      name: "dashboard",
      member: "Ada",
      tier: "build",
      scopes: ["read"],
      expiresAt: "2089-12-31T00:00:00Z",
    },
  });

const overlapSecondsMax = 30 * secondsPerDay;
const rotation = z
  .strictObject({
    overlapSeconds: z
      .int("Input should be a whole number")
      .min(0, "Input should be greater than or equal to 0")
      .max(overlapSecondsMax, `Input should be less than or equal to ${overlapSecondsMax}`)
      .default(secondsPerDay)
      .describe("How long the old key stays valid, unless it ends before"),
    expiresAt: end.describe(
      "Expiry of the new key, no later than that of the requesting key; null: none, if that key has none",
    ),
  })
  .meta({
    id: "AccountKeyRotation",
    example: { overlapSeconds: 3_600, expiresAt: "2089-12-31T00:00:00Z" },
  });

const secret = textColumn
  .describe("The key itself. It is shown once, and stored nowhere")
  .meta({ example: `va_a1b2c3d4e5f6_${"0".repeat(48)}` });
const madeKey = z.object({ secret, key: accountKey }).meta({ id: "AccountKeyMade" });
const rotatedKey = z
  .object({ secret, key: accountKey, replaced: accountKey.describe("The old key") })
  .meta({ id: "AccountKeyRotated" });

const accountKeys = defineEndpoint({
  operation: "accountKeys",
  method: "get",
  path: "/v1/account/keys",
  tag,
  summary: "Keys of the organization, oldest first",
  description: "The keys themselves are not stored.",
  kind: "list",
  params: z.object({}),
  query: z.object({
    status: choice(statuses)
      .optional()
      .describe("Only keys that are in this state")
      .meta({ example: "valid" }),
    ...orderedPaging,
  }),
  answer: { row: accountKey, sql: "v1/account/keys.sql" },
  prepare: async ({ caller, query: { status = null, ...paging } }) => ({
    values: { organizationId: caller.organizationId, status, ...paging },
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

const changes = defineEndpoint({
  operation: "accountKeyChanges",
  method: "get",
  path: "/v1/account/keyChanges",
  tag,
  summary: "Who has made, rotated and revoked keys of the organization, and when",
  kind: "list",
  scope: "admin:keys",
  params: z.object({}),
  query: z.object(limitPaging),
  answer: { row: keyChange, sql: "v1/account/key_changes.sql" },
  prepare: async ({ caller, query: { limit, offset, sortOrder } }) => ({
    values: { organizationId: caller.organizationId, limit, offset, sortOrder },
  }),
  weight,
  isPrivate: true,
});

const shared = {
  tag,
  kind: "custom",
  scope: "admin:keys",
  query: z.object({}),
  weight: { bytes: 8, row: 0 },
  isPrivate: true,
} as const;

/** The record of an existing key as JSON. */
async function recordOf({ store }: Services, organizationId: string, keyId: string): Promise<string> {
  return (await store.text(loadSql("queries/v1/account/key.sql").text, { organizationId, keyId })).trim();
}

const create = defineEndpoint({
  ...shared,
  operation: "createAccountKey",
  method: "post",
  path: "/v1/account/keys",
  summary: "Create a key for the organization",
  description: `It has no further scopes, no higher tier and no later expiry than the requesting key. An organization has at most ${validKeysMax} valid keys, and creates at most ${keysPerDayMax} a day.`,
  status: 201,
  params: z.object({}),
  body: { schema: newKey, bytesMax },
  response: madeKey,
  handle: async ({ caller, body }, services) => {
    const { key, keyId } = await makeKey(services, caller, {
      name: body.name,
      member: body.member ?? undefined,
      tier: body.tier,
      scopes: [...new Set(body.scopes)],
      expiresAtMs: body.expiresAt ?? undefined,
    });
    const record = await recordOf(services, caller.organizationId, keyId);
    return { text: `{"secret":${JSON.stringify(key)},"key":${record}}`, rows: 1 };
  },
});

const rotate = defineEndpoint({
  ...shared,
  operation: "rotateAccountKey",
  method: "post",
  path: "/v1/account/keys/{key_id}/rotate",
  summary: "Create a replacement for a key",
  description:
    "It has the name, member, tier and scopes of the old key, which the requesting key must have too, and the same lifetime, " +
    "but expires no later than the requesting key. Both keys are valid during the overlap.",
  status: 201,
  conflicts: "when the key is over, or was rotated before",
  params: z.object({ key_id: keyIdParameter }),
  body: { schema: rotation, bytesMax },
  response: rotatedKey,
  handle: async ({ caller, params, body }, services) => {
    const { key, keyId } = await replaceKey(services, caller, params.key_id, {
      overlapMs: body.overlapSeconds * 1_000,
      expiresAtMs: body.expiresAt ?? undefined,
    });
    const [made, old] = await Promise.all(
      [keyId, params.key_id].map((id) => recordOf(services, caller.organizationId, id)),
    );
    return { text: `{"secret":${JSON.stringify(key)},"key":${made},"replaced":${old}}`, rows: 1 };
  },
});

const revoke = defineEndpoint({
  ...shared,
  operation: "revokeAccountKey",
  method: "delete",
  path: "/v1/account/keys/{key_id}",
  summary: "Revoke a key",
  description: "Servers notice within seconds. A revocation is final.",
  conflicts: "for the last key of the organization with the scope admin:keys",
  params: z.object({ key_id: keyIdParameter }),
  response: accountKey,
  handle: async ({ caller, params }, services) => {
    await endKey(services, caller, params.key_id);
    return { text: await recordOf(services, caller.organizationId, params.key_id), rows: 1 };
  },
});

export const keyEndpoints = [accountKeys, oneKey, create, rotate, revoke, changes] as const;
