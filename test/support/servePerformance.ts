/** Day records of three validators whose every answer was computed by hand, and the application on them. */
import { openServeFixture, type ServeFixture } from "./serve.ts";
import { insertDay, insertNetwork, insertValidators } from "./serveEth.ts";

/** Validator 100 on chain day 803 of mainnet: counts of a published answer of the original service. */
const published = {
  validator_index: 100,
  day: 803,
  attestation_duty_count: 225,
  attested_count: 225,
  attestation_count: 237,
  correct_target_count: 224,
  correct_head_count: 221,
  inclusion_delay_sum: 226,
  attester_effectiveness: 98.82005899705014,
  validator_effectiveness: 98.82005899705014,
  attestation_reward_gwei: 2_965_823,
  wrong_target_penalty_gwei: -6_461,
  missed_attestation_reward_gwei: 19_233,
  rating_version: "v3.0",
};

/**
 * Two validators around a Monday: day 4 ends on Sunday 2020-12-06, day 5 on Monday. Validator 1 misses half of day 5;
 * validator 2 has one proposal, misses all of day 6, and sits in the sync committee on day 5.
 */
const twoWeeks = [
  {
    validator_index: 1,
    day: 4,
    ...duties(10, 10, 20, 10),
    attester_effectiveness: 100,
    validator_effectiveness: 100,
  },
  {
    validator_index: 1,
    day: 5,
    ...duties(10, 5, 8, 10),
    attester_effectiveness: 20,
    validator_effectiveness: 20,
  },
  {
    validator_index: 1,
    day: 6,
    ...duties(10, 10, 18, 13),
    attester_effectiveness: 60,
    validator_effectiveness: 60,
  },
  {
    validator_index: 2,
    day: 5,
    ...duties(10, 10, 20, 10),
    attester_effectiveness: 100,
    proposer_effectiveness: 25,
    validator_effectiveness: 71.875,
    proposer_duty_count: 1,
    proposed_count: 1,
    proposed_empty_count: 1,
    sync_signature_count: 30,
    sync_missed_count: 2,
    sync_reward_gwei: 3_000,
    sync_penalty_gwei: -200,
    proposer_attestation_reward_gwei: 40_000,
    proposer_sync_reward_gwei: 2_000,
    proposer_slashing_reward_gwei: 100,
    slashes_collected_count: 1,
    inactivity_penalty_gwei: -7,
    late_source_count: 1,
    late_source_penalty_gwei: -11,
  },
  {
    validator_index: 2,
    day: 6,
    ...duties(10, 0, 0, 0),
    attester_effectiveness: 0,
    validator_effectiveness: 0,
  },
];

/** Validator 110 on the last day of rating v1.0, which doesn't count source votes, and on the day after it. */
const lastOfFirstVersion = [
  { validator_index: 110, day: 329, ...duties(10, 10, 16, 10), rating_version: "v1.0", is_source_counted: 0 },
  { validator_index: 110, day: 330, ...duties(10, 10, 16, 10), rating_version: "v2.0" },
];

/** Validators 111 and 112 on a complete day and on the running one; 113 appears on the latter. */
const runningDay = [
  { validator_index: 111, day: 341, ...rated(90, 90) },
  { validator_index: 112, day: 341, ...rated(60, null) },
  { validator_index: 111, day: 342, is_complete: 0, ...rated(10, 0) },
  { validator_index: 112, day: 342, is_complete: 0, ...rated(20, 100) },
  { validator_index: 113, day: 342, is_complete: 0, ...rated(30, null) },
];

function rated(rating: number, proposer: number | null) {
  return {
    ...duties(10, rating / 10, 0, rating / 10),
    attester_effectiveness: rating,
    validator_effectiveness: rating,
    proposer_effectiveness: proposer,
  };
}

/** Counts of a day. Half of the `correct` votes are for the target, half for the head; every included source is right. */
function duties(duty: number, attested: number, correct: number, delay: number) {
  return {
    attestation_duty_count: duty,
    attested_count: attested,
    attestation_count: attested + 1,
    correct_target_count: correct / 2,
    correct_head_count: correct / 2,
    inclusion_delay_sum: delay,
    attestation_reward_gwei: 1_000 * attested,
    missed_attestation_penalty_gwei: -100 * (duty - attested),
  };
}

export type Page = { page: unknown; total: number; data: Record<string, unknown>[]; next: string | null };
export type List = {
  results: Record<string, unknown>[];
  pages: number;
  next: string | null;
  previous: string | null;
};

export async function openPerformanceFixture(): Promise<ServeFixture> {
  const fixture = await openServeFixture({ family: "eth" });
  await insertNetwork(fixture.store);
  await insertValidators(fixture.store, 120);
  await insertDay(fixture.store, published);
  for (const row of [...twoWeeks, ...lastOfFirstVersion, ...runningDay]) await insertDay(fixture.store, row);
  return fixture;
}
