/** Unexplained residuals: counted per chain, exported as a metric, and reported by their alert. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { chains } from "../chains/index.ts";
import type { Store } from "../lib/store/store.ts";
import { countResiduals, recordResiduals } from "../transform/frame/residuals.ts";
import { expressionOf, scrape } from "./support/alerts.ts";
import { evaluate } from "./support/promql.ts";
import { openTemporaryStore, type TestWarehouse } from "./support/warehouse.ts";

const network = "n";
let warehouse: TestWarehouse;
let store: Store;
beforeAll(async () => {
  warehouse = await openTemporaryStore();
  ({ store } = warehouse);
});
afterAll(() => warehouse.close());

type Row = Record<string, string | number | null>;
type Case = {
  family: string;
  table: string;
  /** A row whose residuals are all explained, or unknown. */
  sound: Row;
  /** The changed fields of rows that a check of this name counts. */
  wrong: Record<string, Row>;
  /** The corrected values of wrong fields; default: as in the sound row. */
  right?: Row;
  /** Rows of other tables that its explanation needs. */
  more?: readonly [table: string, row: Row][];
};

const day = "2026-11-20";
/** The strategy that pods have, as bytes. */
const beaconChainStrategy = `\\xbe\\xac\\x0e${"\\xee".repeat(14)}\\xeb\\xea\\xc0`;
const cases: Case[] = [
  {
    family: "eth",
    table: "fct_eth_validator_reconciliation_daily",
    sound: { day_type: "utc", validator_index: 1, day: 9, residual_gwei: 0 },
    wrong: { balance: { residual_gwei: -1, validator_index: 2 } },
    more: [["int_eth_day", { day_type: "utc", day: 9 }]],
  },
  {
    family: "cosmos",
    table: "fct_cosmos_validator_reward_daily",
    // One withdrawal drops less than a unit.
    sound: {
      validator: "a",
      day,
      from_block: 5,
      to_block: 9,
      reward_residual: "-0.9",
      commission_residual: null,
    },
    wrong: {
      reward: { validator: "a", day: "2026-11-21", reward_residual: "-1" },
      commission: { validator: "b", commission_residual: "0.1", reward_residual: null },
    },
    more: [
      ["raw_cosmos_event", { height: 5, kind: "rewards", validator: "a" }],
      ["raw_cosmos_event", { height: 6, kind: "withdraw_rewards", validator: "a" }],
    ],
  },
  {
    family: "solana",
    table: "fct_solana_validator_reward_daily",
    sound: { vote_account: "a", day, commission_residual_lamports: null },
    wrong: { commission: { vote_account: "b", commission_residual_lamports: 1 } },
  },
  {
    family: "solana",
    table: "fct_solana_vote_credit_epoch",
    sound: {
      ...{ vote_account: "a", epoch: 9, credit_difference: 5 },
      ...{ carried_in_score: 9, carried_out_score: 2, expired_score: 2 },
    },
    wrong: { credits: { vote_account: "b", expired_score: 3 } },
  },
  {
    family: "polkadot",
    table: "fct_polkadot_claim_era",
    sound: { validator: "a", era: 9, page_count: 1, residual_planck: -3 },
    wrong: { claims: { validator: "a", era: 10, residual_planck: -4 } },
    more: [
      ["int_polkadot_validator_era", { validator: "a", era: 9, nominator_count: 1 }],
      ["int_polkadot_validator_era", { validator: "a", era: 10, nominator_count: 1 }],
    ],
  },
  {
    family: "polygon",
    table: "fct_polygon_checkpoint",
    sound: {
      checkpoint: 7,
      day,
      validator_count: 2,
      reward_residual: 2,
      emission_residual: 0,
      range_residual: null,
    },
    wrong: {
      emission: { checkpoint: 8, emission_residual: 1 },
      range: { checkpoint: 9, range_residual: 1 },
      reward: { checkpoint: 10, reward_residual: 3 },
    },
  },
  {
    family: "polygon",
    table: "fct_polygon_stake_reconciliation",
    sound: { validator: 7, day, self_residual: 0, delegated_residual: null, heimdall_residual: 0 },
    wrong: {
      self_stake: { validator: 8, self_residual: 1 },
      delegated_stake: { validator: 9, delegated_residual: -1 },
      heimdall_stake: { validator: 10, heimdall_residual: 1 },
    },
  },
  {
    family: "eigenlayer",
    table: "fct_eigenlayer_strategy_daily",
    sound: { strategy: "a", day, residual_shares: 0 },
    wrong: { strategies: { strategy: "b", residual_shares: 1 } },
    more: [["int_eigenlayer_day", { day }]],
  },
  {
    family: "eigenlayer",
    table: "int_eigenlayer_share_daily",
    // On an early day: holdings last. A pod's deficit is a negative number.
    sound: { staker: "a", strategy: beaconChainStrategy, day: "2024-02-01", deposit_shares: -7 },
    wrong: { negative_shares: { strategy: "c".repeat(20), deposit_shares: -1 } },
    right: { deposit_shares: 0 },
  },
  {
    family: "avalanche",
    table: "fct_avalanche_network_reward_daily",
    sound: { day, potential_residual_navax: null, supply_residual_navax: 0 },
    wrong: {
      potential_rewards: { day: "2026-11-21", potential_residual_navax: 1 },
      supply: { day: "2026-11-22", supply_residual_navax: -1 },
    },
  },
  {
    family: "cardano",
    table: "fct_cardano_pool_reward_epoch",
    sound: { pool: "a", epoch: 9, reward_residual: 0 },
    wrong: { rewards: { pool: "b", reward_residual: -1 } },
  },
];

async function insert(table: string, row: Row): Promise<void> {
  const own = { network, version: 1, ...row };
  const values = Object.values(own).map((value) =>
    typeof value === "string" ? `'${value}'` : (value ?? "null"),
  );
  await store.command(`insert into ${table} (${Object.keys(own).join(", ")}) values (${values.join(", ")})`);
}

const residualsOf = async (family: string) =>
  Object.fromEntries(
    (await countResiduals(store, family, network)).map(({ check, differing }) => [check, differing]),
  );

it.each(cases)(
  "of $table are counted where nothing explains them",
  async ({ family, table, sound, wrong, right = sound, more = [] }) => {
    for (const [other, row] of more) await insert(other, row);
    await insert(table, sound);
    const checks = Object.keys(wrong);
    const before = await residualsOf(family);
    expect(checks.map((check) => before[check])).toEqual(checks.map(() => 0));
    for (const change of Object.values(wrong)) await insert(table, { ...sound, ...change });
    const after = await residualsOf(family);
    expect(checks.map((check) => after[check])).toEqual(checks.map(() => 1));
    // Rows that a corrected one replaces do not count.
    for (const [check, change] of Object.entries(wrong)) {
      const names = Object.keys(change).filter((name) => /residual|score|deposit/.test(name));
      const corrected = Object.fromEntries(names.map((name) => [name, right[name] ?? null]));
      await insert(table, { ...sound, ...change, ...corrected, version: 2 });
      expect((await residualsOf(family))[check], check).toBe(0);
    }
  },
);

it("have a statement of every family, that answers for a network without rows", async () => {
  for (const family of new Set(chains.map((chain) => chain.family)))
    for (const { differing } of await countResiduals(store, family, "nothing")) expect(differing).toBe(0);
});

it("raise a separate alert where stakers of EigenLayer hold a negative amount", async () => {
  const chain = { chain: "eigenlayer", family: "eigenlayer" };
  const holding = { staker: "b", strategy: "d".repeat(20), day };
  const firing = async (alert: string) => {
    await recordResiduals(store, chain, [network]);
    const now = await scrape();
    return evaluate(expressionOf(alert), now, now).map(({ labels }) => labels);
  };
  await insert("int_eigenlayer_share_daily", { ...holding, deposit_shares: -5 });
  expect(await firing("NegativeShares")).toEqual([{ chain: "eigenlayer", network }]);
  expect(await firing("ResidualsUnexplained")).not.toContainEqual(
    expect.objectContaining({ check: "negative_shares" }),
  );
  await insert("int_eigenlayer_share_daily", { ...holding, deposit_shares: 5, version: 2 });
  expect(await firing("NegativeShares")).toEqual([]);
});

it("raise an alert for as long as one exists", async () => {
  const chain = { chain: "cardano", family: "cardano" };
  const firing = async () => {
    await recordResiduals(store, chain, [network]);
    const now = await scrape();
    return evaluate(expressionOf("ResidualsUnexplained"), now, now).map(({ labels }) => labels);
  };
  expect(await firing()).toEqual([]);
  await insert("fct_cardano_pool_reward_epoch", { pool: "c", epoch: 9, reward_residual: 2 });
  expect(await firing()).toEqual([{ chain: "cardano", network, check: "rewards" }]);
  await insert("fct_cardano_pool_reward_epoch", { pool: "c", epoch: 9, reward_residual: 0, version: 2 });
  expect(await firing()).toEqual([]);
});
