/**
 * Deposits without a valid signature before a validator exists, of a chain, from its node to JSON: they are credited to
 * no validator (consensus-specs, apply_deposit and apply_pending_deposit), and balances still add up.
 * Fast counterpart: transform/eth/voidDeposits.test.ts
 */
import { describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { electraFromGenesis } from "../fixtures/eth/scenario/options.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { expectExplained } from "./support/explain.ts";
import { serveStore } from "./support/serve.ts";

const { electra: _, ...beforeElectra } = electraFromGenesis;
const gwei = 1_000_000_000;

/** Newcomers: with a void deposit before, with two in other epochs and a top-up, with valid ones only. */
const deposits = [
  { epoch: 2, newcomer: 2_000, eth: 32, isValid: false },
  { epoch: 2, newcomer: 2_000, eth: 32, isValid: true },
  { epoch: 2, newcomer: 2_001, eth: 1, isValid: false },
  { epoch: 3, newcomer: 2_001, eth: 2, isValid: false },
  { epoch: 3, newcomer: 2_001, eth: 32, isValid: true },
  { epoch: 3, newcomer: 2_001, eth: 1, isValid: false },
  { epoch: 2, newcomer: 2_002, eth: 16, isValid: true },
  { epoch: 3, newcomer: 2_002, eth: 16, isValid: true },
  { epoch: 3, newcomer: 2_003, eth: 32, isValid: false },
];

const ways = [
  ["as requests", electraFromGenesis],
  ["through the bridge", beforeElectra],
] as const;

describe.each(ways)("deposits %s", (_name, forks) => {
  it("without a valid signature move no balance, and explanations add up", async () => {
    const chain = generateChain({
      validators: 64,
      preset: "minimal",
      seed: 91,
      startEpoch: 40,
      epochs: 20,
      // Epochs of two hours: a day has the requests and their results.
      spec: { SECONDS_PER_SLOT: "900", MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: "224000000000" },
      forks,
      deposits,
      knobs: { hasOperations: true },
    });
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    const { store, network, close } = await openFilledWarehouse(chain, {
      from: chain.options.startEpoch + 1,
      to,
    });
    const records = await store.rows<{
      validator: number;
      dayType: string;
      date: string;
      void: string;
      deposited: string;
      residual: string | null;
    }>(
      `select balances.validator_index as validator, balances.day_type as dayType, toString(days.date) as date,
        void_deposit_gwei as void, deposit_gwei as deposited, residual_gwei as residual
      from fct_eth_validator_reconciliation_daily as balances final
      inner join (select * from int_eth_day final where network = {network:String}) as days
        on days.day_type = balances.day_type and days.day = balances.day
      where balances.network = {network:String} and empty(missing_inputs)
      order by validator, dayType, date`,
      { network },
    );
    expect(records.length).toBeGreaterThan(64);
    expect(records.filter(({ residual }) => residual !== "0")).toEqual([]);
    const voidDays = records.filter((record) => record.void !== "0");
    expect(new Set(voidDays.map((record) => Number(record.void) / gwei))).toEqual(new Set([32, 3]));
    const served = await serveStore(store);
    for (const { validator, dayType, date } of voidDays)
      await expectExplained(
        served,
        `/v1/eth/validators/${validator}/explain?date=${date}&utc=${dayType === "utc"}&limit=1000`,
      );
    await served.close();
    await close();
  });
});
