/** Correlation penalties, by the rules of a fork: from a generated node to SQL. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { correlationPenalties, modelDays } from "./ethModelDay.ts";
import { expectChurn } from "./ethMovements.ts";
import { openFilledWarehouse } from "./ethPipeline.ts";
import { type SlashingFork, slashingChainOf } from "./ethSlashingChains.ts";
import type { TestWarehouse } from "./warehouse.ts";

export function ethCorrelationSuite(fork: SlashingFork): void {
  let chain: EthFixture;
  let warehouse: TestWarehouse & { network: string };
  let range: { from: number; to: number };

  beforeAll(async () => {
    chain = slashingChainOf(fork);
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    range = { from: chain.options.startEpoch + 1, to };
    warehouse = await openFilledWarehouse(chain, range);
  });
  afterAll(() => warehouse.close());

  const rows = <Row>(sql: string) => warehouse.store.rows<Row>(sql, { network: warehouse.network });

  it("penalties equal the model; those that depend on what was before the history are not known", async () => {
    const expected = correlationPenalties(chain, range.from)
      .filter(({ epoch }) => epoch >= range.from && epoch <= range.to)
      .map(({ epoch, validator, gwei }) => ({
        epoch,
        validator_index: validator,
        gwei: gwei === null ? null : String(-gwei),
      }));
    expect(expected.some(({ gwei }) => gwei !== null)).toBe(true);
    expect(expected.some(({ gwei }) => gwei === null)).toBe(true);
    const found = await rows(
      `select epoch, validator_index, penalty_gwei as gwei from fct_eth_slashing_correlation final
      where network = {network:String} and ifNull(penalty_gwei, 1) > 0 order by epoch, validator_index`,
    );
    expect(found).toEqual(
      expected.sort((a, b) => a.epoch - b.epoch || a.validator_index - b.validator_index),
    );
  });

  it("are in the day in which they are taken, and explain what balances lose", async () => {
    const penalties = await rows<{ day: number; validator_index: number; gwei: string }>(
      `select day, validator_index, slashing_penalty_gwei as gwei from fct_eth_validator_performance_daily final
      where network = {network:String} and day_type = 'chain' and slashing_penalty_gwei != 0 order by day, validator_index`,
    );
    const expected = modelDays(chain, "chain", range)
      .filter(({ slashingPenalty }) => slashingPenalty !== 0)
      .map(({ day, validator, slashingPenalty }) => ({
        day,
        validator_index: validator,
        gwei: String(slashingPenalty),
      }));
    expect(penalties).toEqual(expected);
    const unexplained = await rows<{ missing: string[]; rows: string }>(
      `select arrayFilter(name -> name != 'phase0_proposer_rewards', missing_inputs) as missing, count() as rows,
        max(abs(residual_gwei)) as residual
      from fct_eth_validator_reconciliation_daily final where network = {network:String} group by missing order by missing`,
    );
    expect(unexplained.map(({ missing }) => missing)).toEqual([[], ["slashing_correlation"]]);
    expect(unexplained[0]).toMatchObject({ residual: fork === "phase0" ? null : "0" });
  });

  it("have a churn by the rules of the fork", async () => {
    const whole = modelDays(chain, "chain", range).filter(({ isComplete }) => isComplete);
    const later = [...new Set(whole.map(({ day }) => day))].sort((a, b) => a - b);
    expect(later.length).toBeGreaterThan(2);
    await expectChurn(warehouse, chain, later);
  });
}
