/** Ethereum's entities: 408,000 of all types, and the network. */
import { duties, exampleEntity, ofDay, windows, yearDays } from "./ethColumns.ts";
import type { Fill } from "./fill.ts";

/** Number of entities of each type. */
const entities = {
  depositAddress: 200_000,
  withdrawalAddress: 200_000,
  poolShare: 5_000,
  pool: 1_000,
  nodeOperator: 1_000,
  dvtOperator: 1_000,
  dvtNetwork: 10,
} as const;
const relays =
  "[('flashbots', 0.3), ('ultrasound', 0.3), ('agnostic', 0.2), ('bloxroute', 0.1), ('no_mev_boost', 0.1)]";

/** An entity's columns by its number among those of its type; the first is that of the examples. */
const entityColumns = (type: string) => ({
  id_type: `'${type}'`,
  entity: `if(entityNumber = 0, '${exampleEntity}', concat('${type} ', toString(entityNumber)))`,
});
const ofEveryType = (fills: (type: string, count: number) => Fill[]) =>
  Object.entries(entities).flatMap(([type, count]) => fills(type, count));

const entityFills = ofEveryType((type, count) => [
  {
    table: "fct_eth_entity_window",
    counts: { entityNumber: count, windowNumber: 4 },
    columns: {
      ...entityColumns(type),
      time_window: `${windows}[windowNumber + 1]`,
      parent: type === "poolShare" ? `'${exampleEntity}'` : "''",
      pool_type: "'lst'",
      last_day: "364",
      relayer_percentages: relays,
      validator_count: "1 + number % 900",
    },
  },
  {
    table: "fct_eth_entity_rank",
    counts: {
      listNumber: type === "pool" || type === "poolShare" ? 2 : 1,
      windowNumber: 4,
      entityNumber: count,
    },
    columns: {
      ...entityColumns(type),
      time_window: `${windows}[windowNumber + 1]`,
      list: `if(listNumber = 0, 'all', '${type === "pool" ? "lst" : `of ${exampleEntity}`}')`,
      rank: "entityNumber",
      parent: type === "poolShare" ? `'${exampleEntity}'` : "''",
      last_day: "364",
      list_size: `${count}`,
      relayer_percentages: relays,
    },
  },
  {
    table: "fct_eth_movement_window",
    counts: { entityNumber: count, windowNumber: 4, actionNumber: 2 },
    columns: {
      ...entityColumns(type),
      time_window: `${windows}[windowNumber + 1]`,
      stake_action: "if(actionNumber = 0, 'activation', 'exit')",
      last_day: "364",
    },
  },
  {
    table: "fct_eth_entity_performance_daily",
    counts: { kind: 2, entityNumber: count, day: 3 },
    columns: { ...entityColumns(type), ...ofDay("(362 + day)"), ...duties(100), row_count: "100" },
  },
  {
    table: "fct_eth_entity_performance_daily",
    counts: { kind: 2, entityNumber: 1, day: yearDays - 3 },
    columns: { ...entityColumns(type), ...ofDay("day"), ...duties(100), row_count: "100" },
  },
]);

const networkFills: Fill[] = [
  {
    table: "fct_eth_entity_performance_daily",
    counts: { kind: 2, day: yearDays },
    columns: {
      id_type: "'network'",
      entity: "''",
      ...ofDay("day"),
      ...duties(1_000_000),
      row_count: "1000000",
    },
  },
  ...["fct_eth_entity_window", "fct_eth_movement_window", "fct_eth_entity_rank"].map((table) => ({
    table,
    counts: { windowNumber: 4, actionNumber: table === "fct_eth_movement_window" ? 2 : 1 },
    columns: {
      id_type: "'network'",
      entity: "''",
      time_window: `${windows}[windowNumber + 1]`,
      last_day: "364",
      ...(table === "fct_eth_movement_window"
        ? { stake_action: "if(actionNumber = 0, 'activation', 'exit')" }
        : { relayer_percentages: relays }),
      ...(table === "fct_eth_entity_rank" ? { list: "'all'", rank: "0", list_size: "1" } : {}),
    },
  })),
  ...["fct_eth_network_window", "fct_eth_network_overview"].map((table) => ({
    table,
    counts: { windowNumber: 4 },
    columns: { time_window: `${windows}[windowNumber + 1]`, last_day: "364" },
  })),
];

export const ethEntityFills: readonly Fill[] = [...entityFills, ...networkFills];
