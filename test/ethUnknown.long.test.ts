/**
 * Inactivity scores that no node reports, and the values known once earlier epochs are; test/ethUnknownFacts.long.test.ts
 * has other unknown facts.
 * Fast counterpart: test/ethBlocks.test.ts
 */
import { describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { Store } from "../lib/store/store.ts";
import { ingest, openFilledWarehouse, openPipeline } from "./support/ethPipeline.ts";

/** Chain days of four epochs. */
const shortDays = { preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } } as const;

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
  /** In the middle of the leak, and after its end. */
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
  /** Validators whose balances are reported without their scores, and those reported as explained that are not. */
  const unexplained = async (store: Store) => {
    const [row] = await store.rows<{ named: number[]; wrong: number[] }>(
      `select arraySort(groupUniqArrayIf(validator_index, has(missing_inputs, 'inactivity_scores'))) as named,
        groupUniqArrayIf(validator_index, empty(missing_inputs) and residual_gwei != 0) as wrong
      from fct_eth_validator_reconciliation_daily final where end_epoch <= {to:UInt32} + 2`,
      range,
    );
    return row ?? { named: [], wrong: [] };
  };

  it("the range begins inside a leak and ends after it", () => {
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

  it("takes them from there after the end of the leak, too, while scores fall", async () => {
    const from = chain.truth.epochs.findLast(({ isLeak: is }) => is)!.epoch + 2;
    const warehouse = await openFilledWarehouse(chain, { from, to: range.to });
    try {
      const truth = expected().filter(({ epoch }) => epoch >= from);
      expect(truth.some(({ gwei }) => gwei < 0)).toBe(true);
      const stored = await penalties(warehouse.store);
      expect(stored.filter(({ epoch }) => epoch >= from)).toEqual(truth);
      expect(await unexplained(warehouse.store)).toEqual({ named: [], wrong: [] });
    } finally {
      await warehouse.close();
    }
  });

  it("names the scores as missing where no node reports them, until earlier epochs are known", async () => {
    const warehouse = await openFilledWarehouse(chain, range, { faults: debugStates });
    try {
      const { store } = warehouse;
      const truth = expected();
      const stored = await penalties(store);
      const wrong = truth.filter(({ gwei }, i) => stored[i]?.gwei !== gwei);
      expect(wrong.length).toBeGreaterThan(0);
      const { named, wrong: silent } = await unexplained(store);
      expect(silent).toEqual([]);
      // Rewards are paid two epochs later: values missing at the range's end move no balance of the range.
      for (const { validator_index } of wrong.filter(({ epoch }) => epoch < range.to - 1))
        expect(named).toContain(validator_index);
      // Validators that vote in time are not affected.
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
