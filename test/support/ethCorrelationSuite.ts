/** Correlation penalties, by the rules of a fork: from a generated node to SQL. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { correlationPenalties } from "./ethModelCorrelations.ts";
import { type ModelDay, modelDays } from "./ethModelDay.ts";
import { earningsOf } from "./ethModelWindows.ts";
import { expectChurn } from "./ethMovements.ts";
import { expectSameRewards } from "./ethNodeRewards.ts";
import { openFilledWarehouse } from "./ethPipeline.ts";
import { type SlashingFork, slashingChainOf } from "./ethSlashingChains.ts";
import { serveStore } from "./serve.ts";
import type { TestWarehouse } from "./warehouse.ts";

/** The API's answers for a validator's days, on one of which its penalty is unknown, and for the network's. */
async function expectUnknownAnswers(
  warehouse: TestWarehouse & { network: string },
  days: readonly ModelDay[],
): Promise<void> {
  const fixture = await serveStore(warehouse.store);
  const read = async <Row>(path: string): Promise<Row[]> => {
    const response = await fixture.get(path, { "x-service-network": warehouse.network });
    const body = (await response.json()) as { data?: Row[]; results?: Row[]; numbers?: Row[] };
    expect([path, response.status]).toEqual([path, 200]);
    return body.results ?? body.data ?? body.numbers ?? [];
  };
  const { validator } = days.find(({ unknownSlashings }) => unknownSlashings > 0) as ModelDay;
  const own = days.filter((day) => day.validator === validator);
  const expected = own.map((day) => [day.day, day.unknownSlashings > 0 ? null : earningsOf(day)]);
  type Day = { day: number; date: string; earnings: number | null };
  const v0 = await read<Day>(
    `/v0/eth/validators/effectiveness?indices=${validator}&granularity=day&size=100`,
  );
  expect(v0.map(({ day, earnings }) => [day, earnings]).reverse()).toEqual(expected);
  const v1 = await read<Day>(`/v1/eth/validators/${validator}/rewards?granularity=day&limit=100`);
  expect(v1.map(({ day, earnings }) => [day, earnings])).toEqual(expected);
  type Network = { day: number; sumConsensusRewards: number | null };
  const whole = await read<Network>("/v0/eth/network/chainDailyRewards?size=100");
  const isUnknown = (day: number) => days.some((one) => one.day === day && one.unknownSlashings > 0);
  expect(whole.map(({ day, sumConsensusRewards }) => [day, sumConsensusRewards === null])).toEqual(
    whole.map(({ day }) => [day, isUnknown(day)]),
  );
  const { date } = own.find(({ unknownSlashings }) => unknownSlashings > 0) as ModelDay;
  type Explained = { name: string; value: number | null; isComplete: boolean };
  const numbers = await read<Explained>(`/v1/eth/validators/${validator}/explain?date=${date}`);
  for (const name of ["earnings", "sumSlashingPenalties"])
    expect(numbers.find((number) => number.name === name)).toMatchObject({ value: null, isComplete: false });
  await fixture.close();
}

export function ethCorrelationSuite(fork: SlashingFork): void {
  let chain: EthFixture;
  let warehouse: TestWarehouse & { network: string };
  let range: { from: number; to: number };

  beforeAll(async () => {
    chain = slashingChainOf(fork);
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    range = { from: chain.options.startEpoch + 1, to };
    warehouse = await openFilledWarehouse(chain, range, { options: { rewardCheckEpochs: 1 } });
  });
  afterAll(() => warehouse.close());

  const rows = <Row>(sql: string) => warehouse.store.rows<Row>(sql, { network: warehouse.network });

  it("penalties equal the model; those that depend on slashings before the history are unknown", async () => {
    const expected = correlationPenalties(chain, range.from)
      .filter(({ epoch }) => epoch >= range.from && epoch <= range.to)
      .map(({ epoch, validator, gwei }) => ({
        epoch,
        validator_index: validator,
        gwei: gwei === null ? null : String(-gwei),
      }));
    expect(expected.some(({ gwei }) => gwei !== null)).toBe(true);
    expect(expected.some(({ gwei }) => gwei === null)).toBe(true);
    const penaltyRows = await rows(
      `select epoch, validator_index, penalty_gwei as gwei from fct_eth_slashing_correlation final
      where network = {network:String} and ifNull(penalty_gwei, 1) > 0 order by epoch, validator_index`,
    );
    expect(penaltyRows).toEqual(
      expected.sort((a, b) => a.epoch - b.epoch || a.validator_index - b.validator_index),
    );
  });

  it("are in the day in which they are applied, and explain the loss of balances", async () => {
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

  it("an unknown penalty makes its days, windows and answers unknown", async () => {
    const days = modelDays(chain, "chain", range);
    const unknown = days.filter(({ unknownSlashings }) => unknownSlashings > 0);
    expect(unknown.length).toBeGreaterThan(0);
    const unknownRows = await rows<{ day: number; validator_index: number; unknowns: number }>(
      `select day, validator_index, unknown_slashing_count as unknowns from fct_eth_validator_performance_daily final
      where network = {network:String} and day_type = 'chain' and unknowns > 0 order by day, validator_index`,
    );
    expect(unknownRows).toEqual(
      unknown.map(({ day, validator, unknownSlashings }) => ({
        day,
        validator_index: validator,
        unknowns: unknownSlashings,
      })),
    );
    const [all] = await rows<{ earnings_gwei: string | null }>(
      `select earnings_gwei from fct_eth_network_window final where network = {network:String} and time_window = 'all'`,
    );
    expect(all).toEqual({ earnings_gwei: null });
    await expectUnknownAnswers(warehouse, days);
  });

  it("and all other rewards equal the node's, validator by validator and component by component", async () => {
    await expectSameRewards(warehouse, fork, range);
  });

  it("have a churn by the rules of the fork", async () => {
    const whole = modelDays(chain, "chain", range).filter(({ isComplete }) => isComplete);
    const later = [...new Set(whole.map(({ day }) => day))].sort((a, b) => a - b);
    expect(later.length).toBeGreaterThan(2);
    await expectChurn(warehouse, chain, later);
  });
}
