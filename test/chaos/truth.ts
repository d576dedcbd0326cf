/** Compares the reference's duties and days with the generator's model, without the code under test. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { Store } from "../../lib/store/store.ts";
import { modelDays } from "../support/ethModelDay.ts";

type Range = { from: number; to: number };

export function assertSame(what: string, actual: readonly unknown[], expected: readonly unknown[]): void {
  if (expected.length === 0) throw new Error(`${what}: the model knows none`);
  for (let row = 0; row < Math.max(actual.length, expected.length); row++) {
    const [own, wanted] = [JSON.stringify(actual[row]), JSON.stringify(expected[row])];
    if (own !== wanted) throw new Error(`the reference is wrong, ${what}: ${own} instead of ${wanted}`);
  }
}

async function checkDuties(store: Store, chain: EthFixture, { from, to }: Range): Promise<void> {
  const dutyRows = await store.rows(
    `select epoch, validator_index, is_attested, inclusion_delay, inclusion_count, is_head_correct,
      source_reward_gwei, target_reward_gwei, head_reward_gwei, inactivity_penalty_gwei, sync_reward_gwei
    from fct_eth_validator_duty_epoch final
    order by epoch, validator_index`,
  );
  const expected = chain.truth.dutyEpochs
    .filter(({ epoch }) => epoch >= from && epoch <= to)
    .sort((a, b) => a.epoch - b.epoch || a.validator - b.validator)
    .map((duty) => ({
      epoch: duty.epoch,
      validator_index: duty.validator,
      is_attested: Number(duty.isAttested),
      inclusion_delay: duty.inclusionDelay,
      inclusion_count: duty.inclusionCount,
      is_head_correct: Number(duty.isHeadRight),
      source_reward_gwei: Number(duty.sourceReward),
      target_reward_gwei: Number(duty.targetReward),
      head_reward_gwei: Number(duty.headReward),
      inactivity_penalty_gwei: String(duty.inactivityPenalty),
      sync_reward_gwei: Number(duty.syncReward + duty.syncPenalty),
    }));
  assertSame("duties", dutyRows, expected);
}

async function checkDays(store: Store, chain: EthFixture, range: Range): Promise<void> {
  for (const dayType of ["chain", "utc"] as const) {
    const dayRows = await store.rows(
      `select day, validator_index, attestation_duty_count, attested_count, attestation_count, is_complete
      from fct_eth_validator_performance_daily final
      where day_type = {dayType:String}
      order by day, validator_index`,
      { dayType },
    );
    const expected = modelDays(chain, dayType, range)
      .sort((a, b) => a.day - b.day || a.validator - b.validator)
      .map((day) => ({
        day: day.day,
        validator_index: day.validator,
        attestation_duty_count: day.duties,
        attested_count: day.attested,
        attestation_count: day.inclusions,
        is_complete: Number(day.isComplete),
      }));
    assertSame(`${dayType} days`, dayRows, expected);
  }
}

/** @throws Error with the first row that differs from the model */
export async function checkTruth(store: Store, chain: EthFixture, range: Range): Promise<void> {
  await checkDuties(store, chain, range);
  await checkDays(store, chain, range);
}
