/**
 * Facts that a node doesn't report are unknown, and the records that lack them say so.
 * Fast counterpart: test/ethBlocks.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eth } from "../chains/eth.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { roles } from "../fixtures/eth/scenario/registry.ts";
import { createKey } from "../serve/access/keys.ts";
import { createApp } from "../serve/http/app.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

/** Chain days of four epochs. */
const shortDays = { validators: 64, preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } } as const;

describe("a node that doesn't return balances of single validators", () => {
  const chain = generateChain({ ...shortDays, seed: 43, startEpoch: 40, epochs: 9 });
  let warehouse: TestWarehouse;

  beforeAll(async () => {
    warehouse = await openFilledWarehouse(
      chain,
      { from: 41, to: 48 },
      { faults: { rules: [{ kind: "status", status: 404, path: /validator_balances\?id=/ }] } },
    );
  });
  afterAll(() => warehouse.close());

  it("leaves balances of withdrawn sync committee members unexplained", async () => {
    const rows = await warehouse.store.rows<{ validator_index: number; missing_inputs: string[] }>(
      `select validator_index, groupUniqArrayArray(missing_inputs) as missing_inputs, countIf(residual_gwei is null) as unknown
      from fct_eth_validator_reconciliation_daily final
      where day_type = 'chain' and day > 10
      group by validator_index
      having has(missing_inputs, 'sync_balances') or max(abs(residual_gwei)) > 0
      order by validator_index`,
    );
    expect(rows.map(({ validator_index, missing_inputs }) => [validator_index, missing_inputs])).toEqual([
      [roles.withdrawnWithSyncSeat, ["sync_balances"]],
      [roles.drainedWithSyncSeat, ["sync_balances"]],
    ]);
  });

  it("leaves the cost of slashings unknown, and has the total balance of a day", async () => {
    const { app, close } = createApp({ store: warehouse.store, log });
    const { key } = await createKey(warehouse.store, { name: "test" });
    const response = await app.request("/v0/eth/slashings?size=1", {
      headers: { authorization: `Bearer ${key}` },
    });
    const { total, data } = (await response.json()) as { total: number; data: unknown[] };
    await close();
    expect(total).toBeGreaterThan(1);
    expect(data).toMatchObject([
      { balanceBeforeSlashing: null, balanceBeforeWithdrawal: null, slashingPenalties: null },
    ]);
    const days = await warehouse.store.rows("select epoch from raw_eth_day_balance final");
    expect(days.length).toBeGreaterThan(1);
  });
});

describe("a node without orphaned blocks, and a rating that counts them", () => {
  const altair = 6;
  const chain = generateChain({
    ...shortDays,
    seed: 44,
    startEpoch: 0,
    epochs: 9,
    forks: { phase0: 0, altair },
    knobs: { missedSlotRate: 0.1 },
  });
  let warehouse: TestWarehouse;

  beforeAll(async () => {
    warehouse = await openFilledWarehouse(
      chain,
      { from: 0, to: 8 },
      { faults: { rules: [{ kind: "status", status: 404, path: /headers\?slot=/ }] } },
    );
  });
  afterAll(() => warehouse.close());

  it("marks missed slots in day records as possible orphans", async () => {
    const days = await warehouse.store.rows(
      `select day, sum(orphaned_count) as orphaned, sum(proposer_duty_count - proposed_count) as missed,
        sum(unknown_orphan_count) as unknown, sum(proposer_score_sum) = sum(proposed_count) as scores_proposed
      from fct_eth_validator_performance_daily final
      where day_type = 'chain'
      group by day
      order by day`,
    );
    const missed = (day: number) =>
      chain.truth.proposals.filter(
        ({ epoch, status }) => epoch <= 8 && Math.floor(epoch / 4) === day && status !== "proposed",
      ).length;
    // Day 1 begins in phase0 and ends in Altair: the version of its first epoch holds.
    expect(days).toEqual(
      [0, 1, 2].map((day) => ({
        day,
        orphaned: "0",
        missed: String(missed(day)),
        unknown: String(day < 2 ? missed(day) : 0),
        scores_proposed: 1,
      })),
    );
    expect(chain.truth.proposals.some(({ status, epoch }) => status === "orphaned" && epoch < altair)).toBe(
      true,
    );
  });

  it("is named by doctor, with the epochs", async () => {
    const unknown = chain.truth.proposals.filter(
      ({ epoch, status }) => epoch < altair && status !== "proposed",
    );
    const epochs = unknown.map(({ epoch }) => epoch);
    expect(await eth.records.describe(warehouse.store)).toBe(
      `9 epochs of 1 networks computed, orphans unknown in epochs ${Math.min(...epochs)} to ${Math.max(...epochs)} of generated, where they would score: ${unknown.length} slots count as missed`,
    );
  });
});
