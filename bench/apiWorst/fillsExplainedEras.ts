/** The facts that explanations read: one day of chains with later rewards, as many as on mainnet. */
import { exampleNode } from "../../serve/avalanche/endpoints.ts";
import { examplePool } from "../../serve/cardano/endpoints.ts";
import { exampleStash } from "../../serve/polkadot/endpoints.ts";
import type { Fill } from "./fill.ts";

const named = (number: string, example: string) =>
  `if(${number} = 0, '${example}', concat('name ', toString(${number})))`;
const day = "toDate('2026-01-02')";

const polkadot = { network: "'polkadot'" };
const eras = 2_000;
const stash = named("validator", exampleStash);
const polkadotFills: Fill[] = [
  {
    table: "int_polkadot_day",
    counts: { one: 1 },
    columns: { ...polkadot, day, from_era: "1500", to_era: "1501" },
  },
  {
    table: "fct_polkadot_validator_reward_daily",
    counts: { validator: 600 },
    columns: { ...polkadot, validator: stash, day },
  },
  {
    table: "raw_polkadot_era",
    counts: { era: eras },
    columns: { ...polkadot, era: "era", day: "toDate('2021-01-01') + era" },
  },
  ...["int_polkadot_validator_era", "fct_polkadot_claim_era", "raw_polkadot_validator"].map((table) => ({
    table,
    counts: { era: eras, validator: 600 },
    columns: { ...polkadot, era: "era", validator: stash },
  })),
];

const pools = 3_000;
const pool = named("pool", examplePool);
const cardanoFills: Fill[] = [
  { table: "int_cardano_day", counts: { one: 1 }, columns: { day, first_epoch: "600", epoch: "601" } },
  { table: "fct_cardano_pool_reward_daily", counts: { pool: pools }, columns: { pool, day } },
  {
    table: "raw_cardano_block",
    counts: { epoch: 2, block: 21_600 },
    columns: {
      epoch: "600 + epoch",
      block_number: "epoch * 21600 + block",
      pool: named("(block % 300)", examplePool),
      block_at: "toDateTime('2026-01-02 00:00:00', 'UTC') + block",
    },
  },
  { table: "raw_cardano_epoch", counts: { epoch: 602 }, columns: { epoch: "epoch", block_count: "21600" } },
  { table: "int_cardano_epoch", counts: { epoch: 602 }, columns: { epoch: "epoch" } },
  {
    table: "fct_cardano_pool_reward_epoch",
    counts: { epoch: 602, pool: pools },
    columns: { epoch: "epoch", pool },
  },
];

const node = named("node", exampleNode);
const avalancheFills: Fill[] = [
  { table: "int_avalanche_day", counts: { one: 1 }, columns: { day, from_block: "999", to_block: "9999" } },
  { table: "fct_avalanche_validator_reward_daily", counts: { node: 2_000 }, columns: { node_id: node, day } },
  { table: "raw_avalanche_state", counts: { look: 730 }, columns: { height: "look * 10" } },
  {
    table: "raw_avalanche_block",
    counts: { block: 1_000_000 },
    columns: { height: "block", block_at: "toDateTime('2024-01-01 00:00:00', 'UTC') + block * 60" },
  },
  {
    table: "raw_avalanche_told",
    counts: { look: 730, stake: 20_000 },
    columns: {
      height: "look * 10",
      tx_id: "toFixedString(leftPad(toString(stake), 64, '0'), 64)",
      node_id: named("(stake % 2000)", exampleNode),
    },
  },
];

export const explainedEraFills: readonly Fill[] = [...polkadotFills, ...cardanoFills, ...avalancheFills];
