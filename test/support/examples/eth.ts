import { ethStateExamples } from "./ethState.ts";
import { type ExampleCase, into } from "./example.ts";

/** Days 1 to 9 are complete, day 10 runs. */
const days = into(
  "int_eth_day",
  "day_type, day, date, is_complete",
  ...Array.from({ length: 10 }, (_, place) => {
    const day = place + 1;
    return `'mainnet', 'utc', ${day}, toDate('2026-02-28') + ${day}, ${day < 10 ? 1 : 0}`;
  }),
  "'other', 'utc', 99, '2026-06-01', 1",
);

const entityDays = (columns: string, ...values: string[]) =>
  into(
    "fct_eth_entity_performance_daily",
    `day_type, id_type, entity, day, date, is_complete, ${columns}`,
    ...values,
  );

/** Days of entities, which are computed last: day 10 is complete, but not of them. */
const laggingEntities = [
  into(
    "int_eth_day",
    "day_type, day, date, is_complete, version",
    "'mainnet', 'utc', 10, '2026-03-10', 1, 1",
  ),
  entityDays(
    "validator_count",
    ...Array.from({ length: 10 }, (_, place) => {
      const day = place + 1;
      return `'mainnet', 'utc', 'network', '', ${day}, toDate('2026-02-28') + ${day}, ${day < 10 ? 1 : 0}, 1`;
    }),
  ),
];

export const ethExamples: Readonly<Record<string, ExampleCase>> = {
  top_operators_by_effectiveness: {
    rows: [
      days,
      ...laggingEntities,
      entityDays(
        "validator_count, validator_effectiveness_mean_sum, validator_effectiveness_mean_count, proposer_duty_count, proposed_count",
        // (950 + 1940) / 30, over two days; day 2 is too old, day 10 not complete.
        "'mainnet', 'utc', 'nodeOperator', 'One', 3, '2026-03-03', 1, 10, 950, 10, 5, 4",
        "'mainnet', 'utc', 'nodeOperator', 'One', 9, '2026-03-09', 1, 20, 1940, 20, 5, 5",
        "'mainnet', 'utc', 'nodeOperator', 'One', 2, '2026-03-02', 1, 20, 0, 20, 9, 0",
        "'mainnet', 'utc', 'nodeOperator', 'One', 10, '2026-03-10', 0, 20, 0, 20, 9, 0",
        "'mainnet', 'utc', 'nodeOperator', 'Two', 9, '2026-03-09', 1, 12, 1194, 12, 1, 1",
        "'mainnet', 'utc', 'nodeOperator', 'Small', 9, '2026-03-09', 1, 9, 900, 9, 1, 1",
        "'mainnet', 'utc', 'pool', 'Pool', 9, '2026-03-09', 1, 50, 5000, 50, 1, 1",
        "'other', 'utc', 'nodeOperator', 'Other', 9, '2026-03-09', 1, 50, 5000, 50, 1, 1",
      ),
    ],
    answer: [
      { operator: "Two", effectiveness: 99.5, validators: 12, missed_proposals: "0" },
      { operator: "One", effectiveness: 96.333, validators: 20, missed_proposals: "1" },
    ],
  },
  missed_proposals_by_entity: {
    rows: [
      days,
      ...laggingEntities,
      entityDays(
        "proposer_duty_count, proposed_count, orphaned_count, missed_proposal_reward_gwei, missed_execution_rewards_wei, unknown_missed_count",
        "'mainnet', 'utc', 'pool', 'A', 8, '2026-03-08', 1, 10, 8, 1, 80000000, 30000000000000000, 0",
        "'mainnet', 'utc', 'pool', 'A', 9, '2026-03-09', 1, 10, 9, 0, 40000000, 10000000000000000, 0",
        "'mainnet', 'utc', 'pool', 'B', 9, '2026-03-09', 1, 4, 3, 0, 40000000, 0, 1",
        "'mainnet', 'utc', 'pool', 'Whole', 9, '2026-03-09', 1, 4, 4, 0, 0, 0, 0",
        "'mainnet', 'utc', 'pool', 'A', 10, '2026-03-10', 0, 10, 0, 0, 0, 0, 0",
      ),
    ],
    answer: [
      {
        pool: "A",
        duties: "20",
        missed: "3",
        of_them_orphaned: "1",
        missed_percent: 15,
        consensus_eth: 0.12,
        execution_eth: 0.04,
      },
      {
        pool: "B",
        duties: "4",
        missed: "1",
        of_them_orphaned: "0",
        missed_percent: 25,
        consensus_eth: 0.04,
        execution_eth: null,
      },
    ],
  },
  reward_split_by_source: {
    rows: [
      entityDays(
        "attestation_reward_gwei, late_source_penalty_gwei, inactivity_penalty_gwei, sync_reward_gwei, sync_penalty_gwei, proposer_attestation_reward_gwei, proposer_sync_reward_gwei, proposer_slashing_reward_gwei, slashing_penalty_gwei, tips_wei, baseline_mev_wei, unknown_execution_count",
        "'mainnet', 'utc', 'network', '', 8, '2026-02-27', 1, 9000000000, -1000000000, -500000000, 300000000, -100000000, 1000000000, 200000000, 50000000, -1000000000, 2000000000000000000, 500000000000000000, 0",
        "'mainnet', 'utc', 'network', '', 9, '2026-02-28', 1, 1000000000, 0, 0, 0, 0, 0, 0, 0, 0, 1000000000000000000, 0, 0",
        "'mainnet', 'utc', 'network', '', 10, '2026-03-01', 1, 1000000000, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1",
        "'mainnet', 'utc', 'pool', '', 10, '2026-03-01', 1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0",
      ),
    ],
    answer: [
      {
        month: "2026-03-01",
        attestations: 1,
        sync_committees: 0,
        blocks: 0,
        slashings: 0,
        priority_fees: null,
        mev: null,
      },
      {
        month: "2026-02-01",
        attestations: 8.5,
        sync_committees: 0.2,
        blocks: 1.25,
        slashings: -1,
        priority_fees: 3,
        mev: 0.5,
      },
    ],
  },
  slashing_costs: {
    rows: [
      into(
        "fct_eth_slashing",
        "validator_index, slot, kind, penalty_gwei, proposer_index, reward_gwei, version",
        "'mainnet', 5, 3200, 'attester', 1000000000, 9, 62500000, 1",
        "'mainnet', 6, 6400, 'proposer', 500000000, 8, 31250000, 1",
      ),
      into(
        "fct_eth_slashing_correlation",
        "epoch, validator_index, penalty_gwei, version",
        "'mainnet', 4196, 5, 3000000000, 1",
      ),
    ],
    answer: [
      {
        validator_index: 6,
        slot: 6400,
        kind: "proposer",
        initial_eth: 0.5,
        correlation_eth: null,
        reported_by: 8,
        reward_eth: 0.03125,
      },
      {
        validator_index: 5,
        slot: 3200,
        kind: "attester",
        initial_eth: 1,
        correlation_eth: 3,
        reported_by: 9,
        reward_eth: 0.0625,
      },
    ],
  },
  mev_share: {
    rows: [
      into(
        "fct_eth_block",
        "slot, status, baseline_mev_wei, execution_rewards_wei, external_rewards_wei, relays, is_relay_known, version",
        "'mainnet', 7200, 'proposed', 300, 400, 400, ['a'], 1, 1",
        "'mainnet', 7201, 'proposed', 0, 100, 0, [], 1, 1",
        "'mainnet', 7202, 'proposed', null, null, null, [], 0, 1",
        "'mainnet', 7203, 'missed', 900, 900, 900, [], 1, 1",
        // No relay answered: neither its MEV nor its rewards count.
        "'mainnet', 7204, 'proposed', 100, 500, null, [], 0, 1",
        "'mainnet', 14400, 'proposed', 1, 2, 1, [], 1, 1",
      ),
    ],
    answer: [
      { chain_day: 2, blocks: "1", unknown_blocks: "0", mev_share: 0.5, relayed_share: 0.5 },
      { chain_day: 1, blocks: "4", unknown_blocks: "2", mev_share: 0.6, relayed_share: 0.8 },
    ],
  },
  relay_market_share: {
    rows: [
      into(
        "fct_eth_block",
        "slot, status, execution_rewards_wei, relays, is_relay_known, version",
        "'mainnet', 100000, 'proposed', 30000000000000000, ['flashbots', 'agnostic'], 1, 1",
        "'mainnet', 100001, 'proposed', 50000000000000000, ['flashbots'], 1, 1",
        "'mainnet', 100002, 'proposed', 10000000000000000, [], 1, 1",
        "'mainnet', 100003, 'proposed', 10000000000000000, [], 0, 1",
        "'mainnet', 40000, 'proposed', 90000000000000000, ['old'], 1, 1",
      ),
    ],
    answer: [
      { relay: "flashbots", blocks: 1.5, share: 0.5, median_eth: 0.05 },
      { relay: "no_mev_boost", blocks: 1, share: 0.3333, median_eth: 0.01 },
      { relay: "agnostic", blocks: 0.5, share: 0.1667, median_eth: 0.03 },
    ],
  },
  slowest_attesters: {
    rows: [
      days,
      into(
        "fct_eth_validator_performance_daily",
        "day_type, validator_index, day, date, attestation_duty_count, attested_count, inclusion_delay_sum, correct_target_count, correct_head_count, attester_effectiveness",
        "'mainnet', 'utc', 1, 9, '2026-03-09', 225, 225, 225, 225, 225, 100",
        "'mainnet', 'utc', 2, 9, '2026-03-09', 200, 100, 150, 100, 50, 27.7777",
        "'mainnet', 'utc', 3, 9, '2026-03-09', 225, 0, 0, 0, 0, 0",
        "'mainnet', 'utc', 4, 10, '2026-03-10', 225, 100, 1000, 0, 0, 1",
      ),
    ],
    answer: [
      { validator_index: 2, inclusion_delay: 1.5, uptime: 0.5, correctness: 0.8333, effectiveness: 27.78 },
      { validator_index: 1, inclusion_delay: 1, uptime: 1, correctness: 1, effectiveness: 100 },
    ],
  },
  offline_validators_by_operator: {
    rows: [
      days,
      ...laggingEntities,
      into(
        "fct_eth_validator_performance_daily",
        "day_type, validator_index, day, date, attestation_duty_count, attested_count, missed_attestation_penalty_gwei",
        "'mainnet', 'utc', 1, 9, '2026-03-09', 225, 0, -2000000",
        "'mainnet', 'utc', 2, 9, '2026-03-09', 225, 0, -3000000",
        "'mainnet', 'utc', 3, 9, '2026-03-09', 225, 0, -1000000",
        "'mainnet', 'utc', 4, 9, '2026-03-09', 225, 1, -1000000",
        "'mainnet', 'utc', 5, 9, '2026-03-09', 0, 0, 0",
        "'mainnet', 'utc', 6, 10, '2026-03-10', 225, 0, -1000000",
      ),
      into(
        "int_eth_validator_entity_daily",
        "day_type, day, validator_index, entities",
        "'mainnet', 'utc', 9, 1, [('pool', 'P'), ('nodeOperator', 'One')]",
        "'mainnet', 'utc', 9, 2, [('nodeOperator', 'One'), ('nodeOperator', 'Two')]",
        "'mainnet', 'utc', 8, 3, [('nodeOperator', 'Before')]",
      ),
    ],
    answer: [
      { operator: "One", offline_validators: "2", penalty_eth: -0.005 },
      { operator: "(no operator known)", offline_validators: "1", penalty_eth: -0.001 },
      { operator: "Two", offline_validators: "1", penalty_eth: -0.003 },
    ],
  },
  stake_by_pool_over_time: {
    rows: [
      days,
      ...laggingEntities,
      entityDays(
        "active_balance_gwei",
        "'mainnet', 'utc', 'pool', 'A', 1, '2026-03-01', 1, 64000000000",
        "'mainnet', 'utc', 'pool', 'A', 9, '2026-03-09', 1, 80000000000",
        "'mainnet', 'utc', 'pool', 'A', 10, '2026-03-10', 0, 1",
        "'mainnet', 'utc', 'pool', 'A', 0, '2026-02-28', 1, 1",
        "'mainnet', 'utc', 'pool', 'B', 5, '2026-03-05', 1, 320000000000",
      ),
    ],
    answer: [
      { pool: "B", first_eth: 320, last_eth: 320, growth_percent: 0 },
      { pool: "A", first_eth: 64, last_eth: 80, growth_percent: 25 },
    ],
  },
  ...ethStateExamples,
};
