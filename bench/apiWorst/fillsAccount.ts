/** Keys of the calling organization, their changes, and their usage of a year. */
import type { Fill } from "./fill.ts";
import { organization } from "./fillsEth.ts";

/** The key that examples name. */
const exampleKey = "a1b2c3d4e5f6";
const keys = 1_000;
const keyId = `if(key = 0, '${exampleKey}', leftPad(lower(hex(key)), 12, '0'))`;
const createdAt = "toDateTime64('2025-01-01 00:00:00', 3, 'UTC') + key";

export const accountFills: readonly Fill[] = [
  {
    table: "app_key_change",
    counts: { key: 20_000 },
    columns: {
      organization_id: `'${organization}'`,
      change_id: "toString(toUUID(hex(sipHash128(key))))",
      key_id: `leftPad(lower(hex(key % ${keys})), 12, '0')`,
      action: "'create'",
      state: "'done'",
      by_key_id: `'${exampleKey}'`,
      other_key_id: "''",
      asked_at: createdAt,
    },
  },
  {
    table: "app_usage_daily",
    counts: { day: 366, operation: 10, key: keys },
    columns: {
      organization_id: `'${organization}'`,
      day: "toDate('2026-01-01') + day",
      key_id: keyId,
      operation: "['blocks', 'tags', 'validator', 'sql', 'other', 'a', 'b', 'c', 'd', 'e'][operation + 1]",
      tier: "'build'",
      server_id: "'server'",
      request_count: "10",
    },
  },
  {
    table: "app_api_key",
    counts: { key: keys },
    columns: {
      key_id: keyId,
      key_hash: "repeat('0', 64)",
      name: "concat('key ', toString(key))",
      tier: "'build'",
      organization_id: `'${organization}'`,
      member: "''",
      created_by: "''",
      rate_key_id: "''",
      created_at: createdAt,
      // An organization has 100 valid keys at most.
      revoked_at: "if(key < 50, null, toDateTime64('2025-06-01 00:00:00', 3, 'UTC'))",
      expires_at: "null",
      scopes: "['read']",
      replaced_by: "''",
    },
  },
];
