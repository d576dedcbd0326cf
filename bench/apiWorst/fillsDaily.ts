/** Chains of which there are daily records: two years of as many validators as each has, of delegators the last days. */
import { cosmosChains, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import { exampleNode } from "../../serve/avalanche/endpoints.ts";
import { examplePool } from "../../serve/cardano/endpoints.ts";
import { exampleAddress } from "../../serve/cosmos/endpoint.ts";
import { exampleStash } from "../../serve/polkadot/endpoints.ts";
import type { Fill } from "./fill.ts";

const days = 730;
const day = "toDate('2024-01-01') + day";
/** Name number 0 is that of the examples. */
const named = (number: string, example: string) =>
  `if(${number} = 0, '${example}', concat('name ', toString(${number})))`;
const text = (value: string) => `'${value}'`;

const cosmosFills = cosmosChains.flatMap((chain): Fill[] => {
  const network = text(chain.mainNetwork);
  const validators = 300;
  const validator = named("validator", exampleAddress(operatorPrefix(chain)));
  const daily = (table: string): Fill => ({
    table,
    counts: { validator: validators, day: days },
    columns: { network, validator, day },
  });
  const states: Fill[] = [
    {
      table: "raw_cosmos_delegation",
      counts: { height: 2, delegator: 200_000, validator: 2 },
      columns: {
        network,
        validator,
        height: "height + 88",
        delegator: named("delegator", exampleAddress(chain.prefix)),
      },
    },
    daily("fct_cosmos_validator_state_daily"),
    ...[
      { delegator: 200_000, day: 10, validator: 2 },
      { delegator: 1, day: days, validator: 100 },
    ].map((counts, place) => ({
      table: "fct_cosmos_delegator_state_daily",
      counts,
      columns: {
        network,
        validator,
        delegator: named("delegator", exampleAddress(chain.prefix)),
        day: `toDate('2024-01-01') + day + ${place === 0 ? days - 10 : 0}`,
      },
    })),
  ];
  return [
    {
      table: "dim_cosmos_network",
      counts: { one: 1 },
      columns: {
        network,
        chain: text(chain.id),
        denomination: text(chain.denomination),
        token_symbol: text(chain.token.symbol),
        token_decimals: String(chain.token.decimals),
      },
    },
    {
      table: "raw_cosmos_validator",
      counts: { validator: validators, height: 90 },
      columns: { network, validator, height: "height" },
    },
    {
      table: "raw_cosmos_state",
      counts: { height: 90 },
      columns: { network, height: "height", delegation_count: chain.readsDelegations ? "400000" : "null" },
    },
    { table: "int_cosmos_day", counts: { day: days }, columns: { network, day } },
    daily("int_cosmos_validator_daily"),
    daily("fct_cosmos_validator_reward_daily"),
    { table: "fct_cosmos_network_reward_daily", counts: { day: days }, columns: { network, day } },
    ...(chain.readsDelegations ? states : []),
  ];
});

const polkadot = { network: "'polkadot'" };
const polkadotFills: Fill[] = [
  { table: "dim_polkadot_network", counts: { one: 1 }, columns: polkadot },
  {
    table: "dim_polkadot_name",
    counts: { validator: 20_000 },
    columns: { ...polkadot, account: named("validator", exampleStash), name: "'PARENT/one'" },
  },
  {
    table: "fct_polkadot_validator_reward_daily",
    counts: { validator: 600, day: days },
    columns: { ...polkadot, validator: named("validator", exampleStash), day },
  },
  { table: "fct_polkadot_network_reward_daily", counts: { day: days }, columns: { ...polkadot, day } },
  { table: "int_polkadot_day", counts: { day: days }, columns: { ...polkadot, day } },
  { table: "int_polkadot_network_era", counts: { era: days }, columns: { ...polkadot, era: "era" } },
  {
    table: "raw_polkadot_validator",
    counts: { era: days, validator: 600 },
    columns: { ...polkadot, era: "era", validator: named("validator", exampleStash) },
  },
];

const pool = named("pool", examplePool);
const cardanoFills: Fill[] = [
  { table: "dim_cardano_network", counts: { one: 1 }, columns: {} },
  { table: "raw_cardano_pool", counts: { epoch: days / 5, pool: 3_000 }, columns: { epoch: "epoch", pool } },
  { table: "fct_cardano_pool_reward_daily", counts: { pool: 3_000, day: days }, columns: { pool, day } },
  { table: "fct_cardano_network_reward_daily", counts: { day: days }, columns: { day } },
  { table: "int_cardano_day", counts: { day: days }, columns: { day } },
  { table: "raw_cardano_epoch", counts: { epoch: days / 5 }, columns: { epoch: "epoch" } },
];

const node = named("node", exampleNode);
const avalancheFills: Fill[] = [
  { table: "dim_avalanche_network", counts: { one: 1 }, columns: { helicon_at: "null" } },
  {
    table: "int_avalanche_stake",
    counts: { node: 2_000, stake: 100 },
    columns: {
      node_id: node,
      tx_id: "toFixedString(leftPad(toString(stake), 64, '0'), 64)",
      end_at: "stake",
    },
  },
  {
    table: "fct_avalanche_validator_reward_daily",
    counts: { node: 2_000, day: days },
    columns: { node_id: node, day },
  },
  { table: "fct_avalanche_network_reward_daily", counts: { day: days }, columns: { day } },
  { table: "int_avalanche_day", counts: { day: days }, columns: { day } },
  ...["raw_avalanche_stake", "raw_avalanche_ended"].map((table) => ({
    table,
    counts: { stake: 200_000 },
    columns: {
      height: "stake",
      tx_id: "toFixedString(leftPad(toString(stake), 64, '0'), 64)",
      node_id: named("(stake % 2000)", exampleNode),
    },
  })),
  {
    table: "raw_avalanche_told",
    counts: { height: 90, stake: 2_000 },
    columns: {
      height: "height",
      node_id: named("stake", exampleNode),
      tx_id: "toFixedString(leftPad(toString(stake), 64, '0'), 64)",
    },
  },
];

export const dailyFills: readonly Fill[] = [
  ...cosmosFills,
  ...polkadotFills,
  ...cardanoFills,
  ...avalancheFills,
];
