/** Rates of entities of mainnet's size: what all validators earn in 90 days, times 36,500, doesn't fit into 64 bits. */
import { beforeAll, expect, it } from "vitest";
import { loadModel } from "../../lib/sql/file.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { useStore } from "../../test/support/stores.ts";
import { runModels } from "../frame/models.ts";

const { store } = useStore("embedded");
const network = "n";

/** A day of the network, and three validators that earned 100,000 ETH each, a year's 3 % of their stake. */
beforeAll(async () => {
  await migrate(store(), {});
  await store().command(
    `insert into fct_eth_entity_performance_daily (network, day_type, id_type, entity, day, row_count, validator_count, version)
    values ('n', 'chain', 'network', '', 89, 3, 3, 1)`,
  );
  await store().command(
    `insert into fct_eth_validator_window
    select 'n', number, 'all', 89, 0, 90, 100000000000000, 1216666666666666667, 0, 1, 1, 1 from numbers(3)`,
  );
  await store().command(
    `insert into int_eth_validator_entity_daily (network, day_type, day, validator_index, entities, version)
    select 'n', 'chain', 89, number, [('pool', 'Whale')], 1 from numbers(3)`,
  );
});

it("are the yearly rate of what they earned, above 252,695 ETH too", async () => {
  await runModels(store(), [loadModel("models/eth/fct_eth_entity_window.sql")], {
    ...{ network, version: 1, is_execution_known: 1, last_day: 89, last_epoch: 20_249 },
    ...{ days: [89], apr_days: [89], time_windows: ["all"], first_days: [0], apr_first_days: [0] },
    apr_day_counts: [90],
  });
  const rows = await store().rows(
    "select id_type, apr_earnings_gwei, apr_percentage from fct_eth_entity_window final",
  );
  expect(rows).toEqual([{ id_type: "network", apr_earnings_gwei: "300000000000000", apr_percentage: 3 }]);
});
