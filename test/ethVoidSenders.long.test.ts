/**
 * The creator of a validator whose key had void deposits before, sent by others with the same credentials: of a chain,
 * from its nodes to JSON. Only signatures decide (consensus-specs, is_valid_deposit_signature).
 * Fast counterpart: transform/eth/voidDeposits.test.ts
 */
import { describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { runBackfill } from "../cli/verbs/backfill.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { depositSenders, depositTruth } from "../fixtures/eth/scenario/depositTruth.ts";
import { electraFromGenesis } from "../fixtures/eth/scenario/options.ts";
import { pubkeyOf } from "../fixtures/eth/scenario/registry.ts";
import { startStubExecutionNode } from "../fixtures/eth/stubExecutionNode.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { ingest, openPipeline, openWarehouse } from "./support/ethPipeline.ts";
import { expectExplained } from "./support/explain.ts";
import { serveStore } from "./support/serve.ts";
import { log } from "./support/warehouse.ts";

const { electra: _, ...beforeElectra } = electraFromGenesis;
const gwei = 1_000_000_000;
const seed = 94;

/** Newcomers: with a void deposit before, with two, and with valid ones of two accounts. */
const deposits = [
  { epoch: 1, newcomer: 2_000, eth: 32, isValid: false },
  { epoch: 2, newcomer: 2_000, eth: 32, isValid: true },
  { epoch: 1, newcomer: 2_001, eth: 1, isValid: false },
  { epoch: 2, newcomer: 2_001, eth: 2, isValid: false },
  { epoch: 3, newcomer: 2_001, eth: 32, isValid: true },
  { epoch: 2, newcomer: 2_002, eth: 16, isValid: true },
  { epoch: 3, newcomer: 2_002, eth: 16, isValid: true },
];
const withVoid = [2_000, 2_001].map((newcomer) => pubkeyOf(seed, newcomer));

/**
 * With the void amounts (ETH) of the records in which newcomers appear. Requests wait in the queue, which the first snapshot
 * has; through the bridge the void deposits of the first epoch are over before it.
 */
const ways = [
  ["as requests", electraFromGenesis, [32, 3]],
  ["through the bridge", beforeElectra, [2]],
] as const;

describe.each(ways)("deposits %s", (_name, forks, voidAmounts) => {
  it("make a validator of the sender of the first with a valid signature", async () => {
    const chain = generateChain({
      ...{ validators: 64, preset: "minimal", seed, startEpoch: 40, epochs: 24, forks, deposits },
      // Epochs of two hours: the second day has all newcomers active.
      spec: { SECONDS_PER_SLOT: "900", MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: "224000000000" },
      knobs: { hasOperations: true },
    });
    const senders = depositSenders(chain);
    const firsts = withVoid.map((pubkey) => depositTruth(chain).find((deposit) => deposit.pubkey === pubkey));
    for (const first of firsts) expect(first?.sender).not.toBe(senders.get(first?.pubkey ?? ""));

    const warehouse = await openWarehouse();
    const { store } = warehouse;
    const beacon = await startStubBeaconNode(chain);
    const execution = await startStubExecutionNode(chain);
    const pipeline = await openPipeline(store);
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    const network = await ingest(
      beacon.url,
      store,
      pipeline,
      { from: chain.options.startEpoch + 1, to },
      { execution: { urls: [execution.url], restMs: 0 } },
    );
    const config = loadConfig({
      ...{ ETH_BEACON_URLS: beacon.url, ETH_EXECUTION_URLS: execution.url, ETH_MAX_HEAD_AGE_S: "0" },
    });
    await runBackfill(
      { network: "eth", part: "deposits" },
      {
        ...{ config, log, store, bus: pipeline.bus, workers: pipeline.worker },
        ...{ emit: () => undefined, signal: new AbortController().signal },
      },
    );

    const rows = await store.rows<{ index: number; pubkey: string; depositor: string }>(
      `select validators.validator_index as index, concat('0x', lower(hex(validators.pubkey))) as pubkey,
        depositors.depositor as depositor
      from dim_eth_depositor as depositors final
      inner join (select * from dim_eth_validator final) as validators
        on validators.validator_index = depositors.validator_index`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(64 + 3);
    expect(Object.fromEntries(rows.map(({ pubkey, depositor }) => [pubkey, depositor]))).toEqual(
      Object.fromEntries(rows.map(({ pubkey }) => [pubkey, senders.get(pubkey)])),
    );
    // One verification for each key with rivals, and one more for each void deposit.
    const verdicts = await store.rows<{ is_valid: number; verified: string }>(
      `select is_valid, count() as verified from dim_eth_deposit_signature final group by is_valid order by is_valid`,
    );
    expect(verdicts[0]).toEqual({ is_valid: 0, verified: "3" });
    expect(Number(verdicts[1]?.verified)).toBeLessThan(5);

    const served = await serveStore(store);
    for (const { index, pubkey } of rows.filter((one) => withVoid.includes(one.pubkey))) {
      const validator = await served.fetchBody<{ depositAddresses: string[] }>(`/v0/eth/validators/${index}`);
      expect(validator.depositAddresses).toEqual([senders.get(pubkey)]);
    }
    const records = await store.rows<{
      dayType: string;
      validator: number;
      date: string;
      amount: string;
      residual: string;
    }>(
      `select balances.day_type as dayType, balances.validator_index as validator, toString(days.date) as date,
        void_deposit_gwei as amount, residual_gwei as residual
      from fct_eth_validator_reconciliation_daily as balances final
      inner join (select * from int_eth_day final where network = {network:String}) as days
        on days.day_type = balances.day_type and days.day = balances.day
      where balances.network = {network:String} and void_deposit_gwei > 0
      order by validator`,
      { network },
    );
    expect(new Set(records.map(({ amount }) => Number(amount) / gwei))).toEqual(new Set(voidAmounts));
    for (const { dayType, validator, date, residual } of records) {
      expect([validator, residual]).toEqual([validator, "0"]);
      const subject = `/v1/eth/validators/${validator}/explain`;
      await expectExplained(served, `${subject}?date=${date}&limit=1000&utc=${dayType === "utc"}`);
    }
    await served.close();
    await pipeline.stop();
    await warehouse.close();
    await beacon.close();
    await execution.close();
  });
});
