/** What a node doesn't tell is unknown, and the records that lack it say so. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eth } from "../chains/eth.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { roles } from "../fixtures/eth/scenario/registry.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { Store } from "../lib/store/store.ts";
import { createKey } from "../serve/access/keys.ts";
import { createApp } from "../serve/http/app.ts";
import { ingest, openFilledWarehouse, openPipeline } from "./support/ethPipeline.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

/** Chain days of four epochs. */
const shortDays = { validators: 64, preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } } as const;

describe("a node that doesn't tell balances of single validators", () => {
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

  it("leaves what slashings cost unknown, and knows the balance of a day, which is of all", async () => {
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

describe("a node that has no orphaned blocks any more, and a rating in which they score", () => {
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

  it("leaves misses of which the day records say that they may be orphans", async () => {
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

describe("a history that begins inside a leak", () => {
  const chain = generateChain({
    ...shortDays,
    seed: 3,
    validators: 96,
    epochs: 18,
    startEpoch: 5,
    tailEpochs: 5,
    knobs: { leak: { fromEpoch: 3, epochs: 9, offlineShare: 0.45 } },
  });
  /** In the middle of the leak, and behind its end. */
  const range = { from: 14, to: 20 };
  const isLeak = (at: number) => chain.truth.epochs.find(({ epoch }) => epoch === at)?.isLeak;
  const debugStates = { rules: [{ kind: "status" as const, status: 404, path: /debug/ }] };

  const penalties = (store: Store) =>
    store.rows<{ epoch: number; validator_index: number; gwei: number }>(
      `select epoch, validator_index, toInt32(inactivity_penalty_gwei) as gwei from fct_eth_validator_duty_epoch final
      where epoch between {from:UInt32} and {to:UInt32} order by epoch, validator_index`,
      range,
    );
  const expected = () =>
    chain.truth.dutyEpochs
      .filter(({ epoch }) => epoch >= range.from && epoch <= range.to)
      .sort((a, b) => a.epoch - b.epoch || a.validator - b.validator)
      .map(({ epoch, validator, inactivityPenalty }) => ({
        epoch,
        validator_index: validator,
        gwei: Number(inactivityPenalty),
      }));
  /** Validators whose balances are said to lack their scores, and those that are said to be explained but are not. */
  const unexplained = async (store: Store) => {
    const [row] = await store.rows<{ named: number[]; wrong: number[] }>(
      `select arraySort(groupUniqArrayIf(validator_index, has(missing_inputs, 'inactivity_scores'))) as named,
        groupUniqArrayIf(validator_index, empty(missing_inputs) and residual_gwei != 0) as wrong
      from fct_eth_validator_reconciliation_daily final where end_epoch <= {to:UInt32} + 2`,
      range,
    );
    return row ?? { named: [], wrong: [] };
  };

  it("the chain is what the name says", () => {
    expect([isLeak(range.from - 1), isLeak(range.from), isLeak(range.to)]).toEqual([true, true, false]);
    expect(expected().some(({ gwei }) => gwei < 0)).toBe(true);
  });

  it("takes its first scores from the node's state", async () => {
    const warehouse = await openFilledWarehouse(chain, range);
    try {
      expect(await penalties(warehouse.store)).toEqual(expected());
      expect(await unexplained(warehouse.store)).toEqual({ named: [], wrong: [] });
    } finally {
      await warehouse.close();
    }
  });

  it("names the scores as missing where no node tells them, until earlier epochs are known", async () => {
    const warehouse = await openFilledWarehouse(chain, range, { faults: debugStates });
    try {
      const { store } = warehouse;
      const truth = expected();
      const found = await penalties(store);
      const wrong = truth.filter(({ gwei }, i) => found[i]?.gwei !== gwei);
      expect(wrong.length).toBeGreaterThan(0);
      const { named, wrong: silent } = await unexplained(store);
      expect(silent).toEqual([]);
      // Rewards are paid two epochs later: what is missing at the range's end moves no balance of the range.
      for (const { validator_index } of wrong.filter(({ epoch }) => epoch < range.to - 1))
        expect(named).toContain(validator_index);
      // Who votes in time is not touched.
      expect(named.length).toBeLessThan(96);

      const node = await startStubBeaconNode(chain, { faults: debugStates });
      const pipeline = await openPipeline(store);
      await ingest(node.url, store, pipeline, { from: 6, to: range.from - 1 });
      await pipeline.stop();
      await node.close();
      expect(await penalties(store)).toEqual(truth);
      expect(await unexplained(store)).toEqual({ named: [], wrong: [] });
    } finally {
      await warehouse.close();
    }
  });
});
