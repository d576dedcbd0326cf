/** EigenLayer: 200,000 stakers, a quarter of whom one operator has, 1,500 operators, 600 days. */
import { exampleAccounts, exampleToken, nativeStrategy } from "../../serve/eigenlayer/subjects.ts";
import type { Fill } from "./fill.ts";

const days = 600;
const stakers = 200_000;
const operators = 1_500;
const strategies = 30;
const tokens = 10;
const daysPerRoot = 7;

const account = (number: string, kind: string, example?: string) => {
  const made = `unhex(leftPad(hex(toUInt32(${number} + 1)), 40, '${kind}'))`;
  const bytes = example === undefined ? made : `if(${number} = 0, unhex('${example.slice(2)}'), ${made})`;
  return `toFixedString(${bytes}, 20)`;
};
const stakerOf = (number: string) => account(number, "1", exampleAccounts.delegator);
const operatorOf = (number: string) => account(number, "2", exampleAccounts.operator);
const strategyOf = (number: string) => account(number, "3", nativeStrategy);
const tokenOf = (number: string) => account(number, "4", exampleToken);
const date = (day: string) => `toDate('2024-06-01') + ${day}`;
/** The operator of a staker. */
const ownOperator = operatorOf(`if(staker % 4 = 0, 0, staker % ${operators})`);
const shares = "toInt256(1000000000000000000) * (1 + number % 9)";

const stateFills: Fill[] = [
  ...[
    { staker: stakers, strategy: 3, change: 5 },
    { staker: 1, strategy: strategies, change: days },
  ].map((counts, place) => ({
    table: "fct_eigenlayer_staker_state_daily",
    counts,
    columns: {
      staker: stakerOf("staker"),
      strategy: strategyOf("strategy"),
      day: date(`change * ${place === 0 ? 100 : 1}`),
      operator: ownOperator,
      deposit_shares: shares,
      total_shares: shares,
      previous_shares: shares,
    },
  })),
  ...[
    { operator: operators, strategy: 10, change: 60 },
    { operator: 1, strategy: strategies, change: days },
  ].map((counts, place) => ({
    table: "fct_eigenlayer_operator_state_daily",
    counts,
    columns: {
      operator: operatorOf("operator"),
      strategy: strategyOf("strategy"),
      day: date(`change * ${place === 0 ? 10 : 1}`),
      total_shares: shares,
    },
  })),
  {
    table: "int_eigenlayer_share_daily",
    counts: { staker: stakers, strategy: 3, change: 3 },
    columns: {
      staker: stakerOf("staker"),
      strategy: strategyOf("strategy"),
      day: date("change * 100"),
      deposit_shares: shares,
    },
  },
  {
    table: "raw_eigenlayer_magnitude",
    counts: { operator: operators, strategy: 10, change: 20 },
    columns: {
      operator: operatorOf("operator"),
      strategy: strategyOf("strategy"),
      block: "change",
      day: date("change * 20"),
    },
  },
  ...[
    { staker: 4, strategy: 3, day: days },
    { staker: 1, strategy: strategies, day: days },
  ].map((counts) => ({
    table: "raw_eigenlayer_told",
    counts,
    columns: { staker: stakerOf("staker"), strategy: strategyOf("strategy"), day: date("day") },
  })),
  {
    table: "fct_eigenlayer_strategy_daily",
    counts: { strategy: strategies, day: days },
    columns: { strategy: strategyOf("strategy"), day: date("day") },
  },
  {
    table: "raw_eigenlayer_rate",
    counts: { strategy: strategies, day: days },
    columns: { strategy: strategyOf("strategy"), day: date("day"), asked_shares: "1000", underlying: "1100" },
  },
  {
    table: "dim_eigenlayer_strategy",
    counts: { strategy: strategies },
    columns: { strategy: strategyOf("strategy"), token: tokenOf("strategy") },
  },
  {
    table: "dim_eigenlayer_token",
    counts: { token: strategies },
    columns: { token: tokenOf("token"), decimals: "18" },
  },
  {
    table: "dim_eigenlayer_price",
    counts: { token: strategies, day: days },
    columns: { token: tokenOf("token"), day: date("day") },
  },
];

const rewardFills: Fill[] = [
  ...[
    { place: 2, earner: stakers, token: 2, snapshot: 10 },
    { place: 2, earner: 1, token: tokens, snapshot: days },
  ].map((counts, part) => ({
    table: "raw_eigenlayer_reward",
    counts,
    columns: {
      earner: `if(place = 0, ${stakerOf("earner")}, ${operatorOf("earner")})`,
      token: tokenOf("token"),
      snapshot: date(`snapshot * ${part === 0 ? 50 : 1}`),
      root_index: `intDiv(snapshot * ${part === 0 ? 50 : 1}, ${daysPerRoot})`,
      cumulative: "(snapshot + 1) * 1000000",
      before: "snapshot * 1000000",
    },
    // An operator is an earner, too.
    where: `place = 0 or earner < ${operators}`,
  })),
  {
    table: "raw_eigenlayer_root",
    counts: { root: Math.ceil(days / daysPerRoot) },
    columns: {
      root_index: "root",
      calculation_end_at: `toDateTime(${date(`(root + 1) * ${daysPerRoot}`)}, 'UTC')`,
      activated_at: `toDateTime(${date(`(root + 1) * ${daysPerRoot}`)}, 'UTC')`,
    },
  },
  {
    table: "raw_eigenlayer_snapshot",
    counts: { snapshot: days },
    columns: { snapshot: date("snapshot"), root_index: `intDiv(snapshot, ${daysPerRoot})` },
  },
  { table: "raw_eigenlayer_disabled_root", counts: { root: 1 }, columns: { root_index: "3" } },
];

export const eigenlayerFills: readonly Fill[] = [
  { table: "dim_eigenlayer_network", counts: { one: 1 }, columns: {} },
  {
    table: "raw_eigenlayer_span",
    counts: { span: 5_000 },
    columns: {
      block: "span * 1000",
      to_block: "span * 1000 + 999",
      to_day: date("600"),
      to_at: `toDateTime(${date("600")}, 'UTC')`,
    },
  },
  {
    table: "raw_eigenlayer_share",
    counts: { staker: stakers, strategy: 3, change: 3 },
    columns: { staker: stakerOf("staker"), strategy: strategyOf("strategy"), block: "change" },
  },
  {
    table: "raw_eigenlayer_withdrawal",
    counts: { withdrawal: 2 * stakers },
    columns: { block: "intDiv(withdrawal, 4)", log_index: "withdrawal % 4", kind: "'m2'" },
  },
  { table: "raw_eigenlayer_migration", counts: { withdrawal: 10_000 }, columns: { block: "withdrawal" } },
  {
    table: "raw_eigenlayer_delegation",
    counts: { staker: stakers },
    columns: { staker: stakerOf("staker"), operator: ownOperator },
  },
  {
    table: "raw_eigenlayer_pod",
    counts: { staker: 50_000 },
    columns: { pod: account("staker", "5", exampleAccounts.eigenpod), owner: stakerOf("staker") },
  },
  {
    table: "raw_eigenlayer_transaction",
    counts: { staker: 50_000 },
    columns: { block: "staker", log_index: "1" },
  },
  {
    table: "raw_eigenlayer_operator",
    counts: { operator: operators, change: 3 },
    columns: { operator: operatorOf("operator"), block: "change" },
  },
  {
    table: "int_eigenlayer_day",
    counts: { day: days },
    columns: { day: date("day"), last_block: "day * 7200" },
  },
  ...[
    { staker: stakers, change: 3 },
    { staker: 1, change: days },
  ].map((counts, place) => ({
    table: "int_eigenlayer_delegation_daily",
    counts,
    columns: {
      staker: stakerOf("staker"),
      day: date(`change * ${place === 0 ? 100 : 1}`),
      operator: `if(change % 2 = 1, toFixedString('', 20), ${ownOperator})`,
    },
  })),
  ...stateFills,
  ...rewardFills,
];
