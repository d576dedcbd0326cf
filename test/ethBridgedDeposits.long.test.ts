/**
 * Deposits that were on the bridge when Electra came, next to requests for the same validators: in any order, tables
 * equal the model. Those of the bridge make a validator with no balance, which the queue fills.
 * Fast counterpart: transform/eth/voidDeposits.test.ts
 */
import { describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { electraFromGenesis } from "../fixtures/eth/scenario/options.ts";
import { openFilledWarehouse } from "./support/ethPipeline.ts";
import { ethTruthSuite } from "./support/ethTruthSuite.ts";

const { electra: _, ...beforeElectra } = electraFromGenesis;
const startEpoch = 40;
const deposit = (epoch: number, newcomer: number, eth: number, isBridged: boolean) => ({
  ...{ epoch, newcomer, eth, isBridged, isValid: true },
});

/** Electra is there from epoch 2 of the chain on. */
const chain = () =>
  generateChain({
    ...{ validators: 64, preset: "minimal", seed: 93, startEpoch, epochs: 20 },
    // Epochs of two hours: a day has the deposits and their results.
    spec: { SECONDS_PER_SLOT: "900", MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA: "224000000000" },
    forks: { ...beforeElectra, electra: startEpoch + 2 },
    deposits: [
      // A request that waits for the bridge.
      ...[deposit(3, 2_000, 1, false), deposit(4, 2_000, 32, true)],
      // The other way round.
      ...[deposit(3, 2_001, 32, true), deposit(4, 2_001, 1, false)],
      // Both in a block.
      ...[deposit(3, 2_002, 16, true), deposit(3, 2_002, 16, false)],
      // Through the bridge alone, twice.
      ...[deposit(3, 2_003, 32, true), deposit(4, 2_003, 2, true)],
      // Of a validator that is there.
      ...[deposit(3, 12, 1, true), deposit(4, 12, 1, false)],
    ],
    knobs: { hasOperations: true },
  });

describe("with deposits on the bridge after Electra", () => {
  it("the chain has the cases that the test needs", () => {
    const { blocks, canonicalRoots, snapshots, options } = chain();
    const bodies = [...canonicalRoots.values()].map((root) => blocks.get(root)!.block);
    const since = bodies.filter(({ slot }) => slot >= (startEpoch + 2) * 8).map(({ body }) => body);
    const pubkeys = (lists: readonly (readonly { pubkey: string }[])[]) =>
      new Set(lists.flat().map(({ pubkey }) => pubkey));
    const bridged = pubkeys(since.map(({ deposits }) => deposits.map(({ data }) => data)));
    const requested = pubkeys(since.map((body) => body.execution_requests?.deposits ?? []));
    expect([...bridged].filter((pubkey) => requested.has(pubkey))).toHaveLength(4);
    expect(bridged.size).toBe(5);
    const isEmpty = (index: number) => [...snapshots.values()].some(({ balances }) => balances[index] === 0n);
    const [last] = [...snapshots.values()].slice(-1);
    const indices = Array.from({ length: last!.balances.length }, (_, index) => index);
    expect(indices.filter((index) => index >= options.validators && isEmpty(index)).length).toBeGreaterThan(
      3,
    );
    expect(indices.filter((index) => index < options.validators && isEmpty(index)).length).toBeGreaterThan(0);
    // In the end all of it is credited.
    expect(indices.filter((index) => index >= options.validators && last!.balances[index] === 0n)).toEqual(
      [],
    );
  });

  describe("tables", () => ethTruthSuite({ name: "tables", chain, pace: "afterwards" }));

  it("balances of days add up", async () => {
    const generated = chain();
    const to = Math.min(generated.truth.lastCompleteEpoch, generated.truth.finalizedEpoch - 2);
    const range = { from: startEpoch + 1, to };
    const { store, network, close } = await openFilledWarehouse(generated, range);
    const records = await store.rows<{ validator: number; residual: string }>(
      `select validator_index as validator, residual_gwei as residual
      from fct_eth_validator_reconciliation_daily final
      where network = {network:String} and empty(missing_inputs)`,
      { network },
    );
    await close();
    expect(records.length).toBeGreaterThan(64);
    expect(records.filter(({ residual }) => residual !== "0")).toEqual([]);
  });
});
