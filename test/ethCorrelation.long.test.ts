/**
 * Correlation penalties by the rules of each fork, and of epochs that come in the wrong order.
 * Fast counterpart: transform/eth/correlations.test.ts, test/ethTruth.test.ts
 */
import { describe, expect, it } from "vitest";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { ethCorrelationSuite } from "./support/ethCorrelationSuite.ts";
import { correlationPenalties } from "./support/ethModelCorrelations.ts";
import { modelDays } from "./support/ethModelDay.ts";
import { ingest, openPipeline, openWarehouse } from "./support/ethPipeline.ts";
import { slashingChainOf } from "./support/ethSlashingChains.ts";

describe.each(["electra", "bellatrix", "altair", "phase0"] as const)("%s", ethCorrelationSuite);

describe("epochs that come in the wrong order", () => {
  it("complete the windows of earlier epochs, whose days and balances are recomputed", async () => {
    const chain = slashingChainOf("electra");
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    const range = { from: chain.options.startEpoch + 1, to };
    const first = range.from + 10;
    const node = await startStubBeaconNode(chain);
    const warehouse = await openWarehouse();
    const pipeline = await openPipeline(warehouse.store);
    const network = await ingest(node.url, warehouse.store, pipeline, { from: first, to });
    const knownPenalties = () =>
      warehouse.store.rows<{ epoch: number; validator_index: number }>(
        `select epoch, validator_index from fct_eth_slashing_correlation final
        where network = {network:String} and penalty_gwei is not null order by epoch, validator_index`,
        { network },
      );
    expect(await knownPenalties()).toEqual([]);
    await ingest(node.url, warehouse.store, pipeline, { from: range.from, to: first - 1 });
    await pipeline.stop();
    await node.close();
    const expected = correlationPenalties(chain, range.from)
      .filter(({ epoch, gwei }) => epoch <= to && gwei !== null)
      .map(({ epoch, validator }) => ({ epoch, validator_index: validator }));
    expect(expected.length).toBeGreaterThan(0);
    expect(await knownPenalties()).toEqual(expected);
    const days = await warehouse.store.rows<{ day: number; validator_index: number; gwei: string }>(
      `select day, validator_index, slashing_penalty_gwei as gwei from fct_eth_validator_performance_daily final
      where network = {network:String} and day_type = 'chain' and slashing_penalty_gwei != 0 order by day, validator_index`,
      { network },
    );
    expect(days).toEqual(
      modelDays(chain, "chain", range)
        .filter(({ slashingPenalty }) => slashingPenalty !== 0)
        .map(({ day, validator, slashingPenalty }) => ({
          day,
          validator_index: validator,
          gwei: String(slashingPenalty),
        })),
    );
    const [unexplained] = await warehouse.store.rows<{ rows: string }>(
      `select count() as rows from fct_eth_validator_reconciliation_daily final
      where network = {network:String} and has(missing_inputs, 'slashing_correlation')
        and start_epoch >= {first:UInt32} and day_type = 'chain'`,
      { network, first: range.from + 15 },
    );
    expect(unexplained?.rows).toBe("0");
    await warehouse.close();
  });
});
