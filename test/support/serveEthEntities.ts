/** Rows of Ethereum's entities, inserted by hand. */
import { loadTable, type SqlColumn } from "../../lib/sql/table.ts";
import type { Store } from "../../lib/store/store.ts";
import { writeOverview } from "../../transform/eth/overview.ts";

/** Values of a day record's column, by its type, as an expression of `number`. */
export function anyValue({ name, type }: SqlColumn): string {
  const hash = `cityHash64('${name}', number)`;
  if (type.startsWith("Nullable(")) return `if(${hash} % 5 = 0, null, ${hash} % 100000 / 1000)`;
  if (type === "UInt8") return `${hash} % 4 > 0`;
  if (type.startsWith("Decimal")) return `toDecimal128(${hash} % 300, 3)`;
  if (name.endsWith("_gwei")) return `toInt64(${hash} % 9000000) - 4500000`;
  if (type.startsWith("Map(")) return "map()";
  return /Int|Float/.test(type) ? `${hash} % 300` : "''";
}

/** A pool and the network with 23 days, twelve entities in each window, and a rate of one validator. */
export async function insertEntities(store: Store): Promise<void> {
  const own: Record<string, string> = {
    network: "'mainnet'",
    day_type: "if(number % 3 = 2, 'utc', 'chain')",
    id_type: "if(number % 3 = 0, 'pool', 'network')",
    entity: "if(number % 3 = 0, 'Example Pool', '')",
    day: "intDiv(number, 3) as day_number",
    date: "toDate('2020-12-02') + day_number",
    start_epoch: "day_number * 225",
    end_epoch: "day_number * 225 + 224",
    row_count: "6",
    active_balance_gwei: "32000000000 * number",
    attestation_duty_count: "1000 + number",
    attested_count: "900 + number",
    version: "1",
  };
  const columns = loadTable("fct_eth_entity_performance_daily").columns.filter(
    (column) => column.default?.kind !== "alias",
  );
  await store.command(
    `insert into fct_eth_entity_performance_daily (${columns.map(({ name }) => name).join(", ")})
    select ${columns.map((column) => own[column.name] ?? anyValue(column)).join(", ")} from numbers(69)`,
  );
  await store.command(
    `insert into fct_eth_entity_window
      (network, id_type, entity, time_window, last_day, day_count, is_listed, validator_count, active_balance_gwei,
      network_balance_gwei, validator_effectiveness, relayer_percentages, apr_validator_count, apr_day_count, apr_earnings_gwei,
      apr_balance_sum_gwei, version)
    select 'mainnet', id_type, if(number = 0 and id_type = 'pool', 'Example Pool', concat(id_type, toString(number))), time_window,
      25, 1, 1, 20 - number, 1000 - number, 10000, 90 + number / 2, [('flashbots', 1)], 1, 1, 300, 100000, 1
    from numbers(12)
    array join [
      'pool', 'depositAddress', 'nodeOperator', 'poolShare', 'withdrawalAddress', 'dvtNetwork', 'dvtOperator'
    ] as id_type
    array join ['1d', '7d', '30d', 'all'] as time_window`,
  );
  await store.command(
    `insert into fct_eth_movement_window
    select 'mainnet', if(number = 0, 'network', 'pool'), if(number = 0, '', 'Example Pool'), time_window, action, 25,
      3, 96000000000, 30, 3, 100, 100, 1
    from numbers(2) array join ['1d', '7d', '30d', 'all'] as time_window array join ['activation', 'exit'] as action`,
  );
  await store.command(
    `insert into fct_eth_entity_rank
    select 'mainnet', id_type, time_window, 'all', number, if(number = 0 and id_type = 'pool', 'Example Pool', concat(id_type, toString(number))),
      '', 25, if(id_type = 'network', 1, 12), 20 - number, 1000 - number, 10000, null, null, null, null, 90 + number / 2,
      null, [('flashbots', 0.75), ('no_mev_boost', 0.25)], 1
    from numbers(12)
    array join ['pool', 'depositAddress', 'network'] as id_type
    array join ['1d', '7d', '30d', 'all'] as time_window
    where number = 0 or id_type != 'network'`,
  );
  await store.command(
    `insert into fct_eth_validator_window
    select 'mainnet', number, time_window, 25, 25, 1, 300, 100000, null, 1, 1, 1
    from numbers(6) array join ['1d', '7d', '30d', 'all'] as time_window`,
  );
  await store.command(
    `insert into fct_eth_validator_duty_window
    select 'mainnet', time_window, number, 25, 1, 32000000000, number, 1, 1500000 + number, -3, 90 + number, 1
    from numbers(20) array join ['1d', '7d', '30d', 'all'] as time_window`,
  );
  await store.command(
    `insert into fct_eth_network_window
    select 'mainnet', time_window, 25, 20, 18, 640000000000, null, 32e9, 31e9, 26, 7200, 3, 0.99, 1.02, 98.5, 2.9, 3.1,
      1.1, 0.9, 300000000, 100000000000000000, 20000000000000000, 0.4, 1
    from numbers(1) array join ['1d', '7d', '30d', 'all'] as time_window`,
  );
  await store.command(
    `insert into fct_eth_network_queue
    select 'mainnet', 5852, 5850, 250, 2, 64000000000, 6.4, 1, 32000000000, 32, 1670.4, 3.125, 1, 1000, 2, 3000, 1`,
  );
  await writeOverview(store, "mainnet");
}
/** Twelve consolidations of the last day, of three entities, in a network that could do five times as much. */
export async function insertConsolidations(store: Store): Promise<void> {
  const epoch = "25 * 225 + number";
  await store.command(
    `insert into fct_eth_consolidation
    select 'mainnet', 100 + number, ${epoch}, number % 6, 32000000000 + number, 64000000000, 96000000000 + number,
      if(number = 3, null, 96000000000), 1
    from numbers(12)`,
  );
  await store.command(
    `insert into int_eth_consolidation_entity
    select 'mainnet', 100 + number, ${epoch}, toDate('2020-12-16') + number, 'pool',
      concat('Pool ', toString(number % 3)), 'validator', toString(number % 6), 1
    from numbers(12)`,
  );
  await store.command(
    `insert into int_eth_churn_epoch
    select 'mainnet', 25 * 225 + number, 34000000000000000, 10000000000, 1 from numbers(225)`,
  );
  await store.command(
    `insert into fct_eth_entity_window
      (network, id_type, entity, time_window, last_day, day_count, validator_count, version)
    select 'mainnet', 'network', '', '1d', 25, 1, 240, 1`,
  );
}

/** Twelve peers with 10 to 21 validators, in six countries and at twelve hosts. */
export async function insertPeers(store: Store): Promise<void> {
  await store.command(
    `insert into raw_eth_imported_peer
    select 'mainnet', 1, concat('peer ', toString(number)), '88.198.1.1',
      ['DE', 'US', 'FR', 'SG', 'GB', 'FI'][1 + number % 6], concat('Host ', toString(number)), 10 + number, 1
    from numbers(12)`,
  );
  await store.command("insert into raw_eth_peer_import select 'mainnet', 1, 12, '2026-03-01 00:00:00', 1");
}
