/** A million validators, and day records of each. */
import type { Store } from "../lib/store/store.ts";

export const validators = 1_000_000;
const usualDays = Number(process.env.BENCH_SERVE_DAYS ?? 60);

export { usualDays as days };

/** Whether a run before this one has filled the folder to the end. */
async function isFilled(store: Store, days: number): Promise<boolean> {
  const [counted] = await store.rows<{ rows: string }>(
    "select count() as rows from fct_eth_validator_performance_daily",
  );
  return Number(counted?.rows) === validators * days;
}

/** Fills an empty warehouse; one that an earlier run has filled completely is unchanged. */
export async function fill(store: Store, days: number = usualDays): Promise<void> {
  if (await isFilled(store, days)) return;
  await store.command(
    `insert into dim_eth_network select 'mainnet', 1606824023, '0x${"4b".repeat(32)}', 32, 12, 225, 'mainnet', 1`,
  );
  await store.command(
    `insert into dim_eth_validator
    select 'mainnet', number, toFixedString(unhex(repeat(leftPad(lower(hex(toUInt32(number))), 8, '0'), 12)), 48),
      toFixedString('', 32), 32000000000, 0, 0, 0, null, null, 1
    from numbers({validators:UInt32})`,
    { validators },
  );
  const step = validators / 10;
  for (let first = 0; first < validators; first += step) {
    await store.command(
      `insert into fct_eth_validator_performance_daily (
        network, day_type, validator_index, day, date, start_epoch, end_epoch, is_complete, attestation_duty_count,
        attested_count, attestation_count, correct_target_count, correct_head_count,
        inclusion_delay_sum, attestation_reward_gwei, missed_attestation_penalty_gwei, missed_attestation_reward_gwei,
        attester_effectiveness, validator_effectiveness, rating_version, version
      )
      select
        'mainnet', 'chain', {first:UInt32} + intDiv(number, {days:UInt32}) as validator,
        number % {days:UInt32} as day_number, toDate('2020-12-02') + day_number, day_number * 225,
        day_number * 225 + 224, 1, 225, 225 - cityHash64(number) % 3 as attested, attested + 5, attested,
        attested - validator % 4, 225 + validator % 9, 2900000 + cityHash64(number) % 100000, 0 - validator % 9000,
        validator % 5000, 99.5 - (cityHash64(number) % 1000) / 500 as rating, rating, 'v3.0', 1
      from numbers({rows:UInt64})`,
      { first, days, rows: step * days },
    );
  }
  await store.command("optimize table fct_eth_validator_performance_daily final");
}
