import { type ExampleCase, into } from "./example.ts";

const networkDays = into(
  "fct_solana_network_performance_daily",
  "day, is_complete",
  "'mainnet', '2026-03-08', 1",
  "'mainnet', '2026-03-09', 0",
  "'testnet', '2026-06-01', 1",
);

export const solanaExamples: Readonly<Record<string, ExampleCase>> = {
  vote_latency: {
    rows: [
      networkDays,
      into(
        "fct_solana_validator_performance_daily",
        "vote_account, day, vote_count, latency_sum, vote_score, vote_score_max, activated_stake_lamports",
        "'mainnet', 'fast', '2026-03-07', 100, 100, 1600, 1600, 5000000000",
        "'mainnet', 'fast', '2026-03-08', 100, 120, 1600, 1600, 6000000000",
        "'mainnet', 'slow', '2026-03-08', 10, 45, 100, 1600, 1000000000",
        "'mainnet', 'slow', '2026-03-01', 10, 1000, 0, 1600, 1000000000",
        "'mainnet', 'slow', '2026-03-09', 10, 1000, 0, 1600, 9000000000",
        "'mainnet', 'under rewards', '2026-03-08', null, null, null, 1600, 1000000000",
      ),
    ],
    answer: [
      { vote_account: "slow", vote_latency: 4.5, voting_effectiveness: 0.0625, stake_sol: 1 },
      { vote_account: "fast", vote_latency: 1.1, voting_effectiveness: 1, stake_sol: 6 },
    ],
  },
  skipped_slots: {
    rows: [
      networkDays,
      into(
        "fct_solana_validator_performance_daily",
        "vote_account, day, leader_slot_count, produced_count",
        "'mainnet', 'one', '2026-03-07', 4, 3",
        "'mainnet', 'one', '2026-03-08', 4, 4",
        "'mainnet', 'two', '2026-03-08', 4, 0",
        "'mainnet', 'two', '2026-03-01', 400, 0",
        "'mainnet', 'one', '2026-03-09', 400, 0",
        "'mainnet', 'all', '2026-03-08', 8, 8",
      ),
    ],
    answer: [
      { vote_account: "two", leader_slots: "4", skipped: "4", skip_rate: 1 },
      { vote_account: "one", leader_slots: "8", skipped: "1", skip_rate: 0.125 },
    ],
  },
  commission_changes: {
    rows: [
      into(
        "fct_solana_validator_reward_daily",
        "vote_account, day, commission_bps",
        "'mainnet', 'one', '2026-03-01', 500",
        "'mainnet', 'one', '2026-03-02', null",
        "'mainnet', 'one', '2026-03-03', 1000",
        "'mainnet', 'one', '2026-03-04', 1000",
        "'mainnet', 'two', '2026-03-01', 0",
        "'mainnet', 'two', '2026-03-02', 0",
      ),
    ],
    answer: [{ vote_account: "one", day: "2026-03-03", before_bps: 500, commission_bps: 1000 }],
  },
  reward_split: {
    rows: [
      into(
        "fct_solana_validator_reward_daily",
        "vote_account, day, block_reward_lamports, voting_reward_lamports, mev_commission_lamports, staking_reward_lamports, mev_reward_lamports, passed_fee_lamports, delegator_fee_lamports",
        "'mainnet', 'one', '2026-03-01', 1000000000, 50000000, 10000000, 950000000, 90000000, 200000000, 197000000",
        "'mainnet', 'two', '2026-03-02', 500000000, 0, 0, 50000000, 10000000, 0, 0",
        "'mainnet', 'one', '2026-02-28', 1000000000, 50000000, null, 950000000, null, null, null",
      ),
    ],
    answer: [
      {
        month: "2026-03-01",
        block_fees: 1.5,
        passed_on: 0.2,
        commission: 0.05,
        mev_commission: 0.01,
        delegators_inflation: 1,
        delegators_mev: 0.1,
        delegators_fees: 0.197,
      },
      {
        month: "2026-02-01",
        block_fees: 1,
        passed_on: null,
        commission: 0.05,
        mev_commission: null,
        delegators_inflation: 0.95,
        delegators_mev: null,
        delegators_fees: null,
      },
    ],
  },
  missed_staking_rewards: {
    rows: [
      into(
        "fct_solana_validator_reward_daily",
        "vote_account, day, staking_reward_lamports, missed_staking_reward_lamports",
        "'mainnet', 'one', '2026-03-08', 1000000000, 10000000",
        "'mainnet', 'one', '2026-03-09', 1000000000, 10000000",
        "'mainnet', 'two', '2026-03-09', 4000000000, 10000000",
        "'mainnet', 'unknown', '2026-03-09', 4000000000, null",
        "'mainnet', 'one', '2026-01-01', 1000000000, 990000000",
      ),
    ],
    answer: [
      { vote_account: "one", missed_sol: 0.02, percent_of_paid: 1 },
      { vote_account: "two", missed_sol: 0.01, percent_of_paid: 0.25 },
    ],
  },
  credits_both_ways: {
    rows: [
      into(
        "fct_solana_vote_credit_epoch",
        "epoch, vote_account, credits, vote_score, credit_difference, carried_in_score, carried_out_score, expired_score, version",
        // 990 = 1000 + 32 carried in - 40 carried out - 2 expired.
        "'mainnet', 700, 'one', 990, 1000, -10, 32, 40, 2, 1",
        "'mainnet', 700, 'two', null, 1000, null, null, null, null, 1",
      ),
    ],
    answer: [{ epoch: 700, vote_account: "one", credits: "990", vote_score: "1000", unexplained: "0" }],
  },
};
