import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSql } from "../../../lib/sql/file.ts";
import { openTemporaryStore, type TestWarehouse } from "../../../test/support/warehouse.ts";

let warehouse: TestWarehouse;

beforeAll(async () => {
  warehouse = await openTemporaryStore({ family: "eth" });
});
afterAll(() => warehouse.close());

it.each([
  { limit: 10, filled: 0.3, left: 0.5 },
  { limit: 4, filled: 0.75, left: 0 },
  { limit: 0, filled: null, left: null },
])("of a limit of $limit, $filled is filled by a pool and $left is left", async ({ limit, filled, left }) => {
  const { store } = warehouse;
  await store.command("truncate table fct_eth_movement_window");
  for (const [idType, entity, count] of [
    ["network", "", 5],
    ["pool", "a", 3],
  ] as const)
    await store.command(
      `insert into fct_eth_movement_window
        (network, id_type, entity, time_window, stake_action, last_day, validator_count, action_limit, version)
      select 'n', {idType:String}, {entity:String}, '1d', 'exit', 9, {count:UInt32}, {limit:UInt64}, 1`,
      { idType, entity, count, limit },
    );
  const rows = await store.rows(loadSql("queries/v0/eth/network_capacity_pools.sql").text, {
    network: "n",
    window: "1d",
    stakeAction: "exit",
  });
  expect(rows).toMatchObject([{ pool: "a", capacityFilled: filled, networkCapacityRemaining: left }]);
});
