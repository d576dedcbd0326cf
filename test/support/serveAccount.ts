/** Keys of an organization and their usage, inserted into the warehouse by hand: data without a chain. */
import { type ServedRows, testOrganization } from "./servedRows.ts";

export const exampleKey = "a1b2c3d4e5f6";

/** Eleven keys of the test's organization, the first of which examples name; and a month of their usage. */
export const accountRows: ServedRows = {
  chain: "",
  insert: async (store) => {
    await store.command(
      `insert into app_api_key
        (key_id, key_hash, name, tier, organization_id, member, created_by, created_at, revoked_at, expires_at, scopes,
          replaced_by, version)
      select
        if(number = 0, {example:String}, leftPad(lower(hex(number)), 12, '0')), repeat('0', 64),
        concat('key ', toString(number)), 'build', {organization:String}, if(number % 2 = 0, 'a member', ''),
        if(number % 3 = 0, '', {example:String}), toDateTime64('2026-01-01 00:00:00', 3, 'UTC') + number,
        if(number = 7, toDateTime64('2026-02-01 00:00:00', 3, 'UTC'), null),
        if(number % 2 = 0, toDateTime64('2090-01-01 00:00:00', 3, 'UTC'), null), ['read', 'admin:keys'],
        if(number = 7, {example:String}, ''), 1
      from numbers(11)`,
      { example: exampleKey, organization: testOrganization },
    );
    await store.command(
      `insert into app_key_change
      select organization_id, toString(generateUUIDv4()), key_id, 'create', 'done', created_by, '', created_at, 1
      from app_api_key final where organization_id = {organization:String} and name like 'key %'`,
      { organization: testOrganization },
    );
    // Every key of the organization has been used today, so that requests change nothing.
    await store.command(
      `insert into app_usage_daily (organization_id, day, key_id, operation, tier, server_id, request_count, version)
      select organization_id, toDate(now('UTC')), key_id, 'other', tier, 'server', 1, 1
      from app_api_key final where organization_id = {organization:String}`,
      { organization: testOrganization },
    );
    await store.command(
      `insert into app_usage_daily
      select {organization:String}, toDate('2026-01-01') + intDiv(number, 4), {example:String},
        ['blocks', 'tags', 'validator', 'sql'][number % 4 + 1], 'build', 'server', 10 + number, 2, 1, 3, 100 * number, 1
      from numbers(30)`,
      { example: exampleKey, organization: testOrganization },
    );
  },
  paths: {
    key_id: {
      key: "key_id",
      wrong: ["1", "a1b2c3d4e5f", "a1b2c3d4e5f6a", "A1B2C3D4E5F6", "g1b2c3d4e5f6", "explorer"],
      unknown: ["ffffffffffff"],
    },
  },
};
