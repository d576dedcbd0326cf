import { type ExampleCase, into } from "./example.ts";

/** Questions about Ethereum's balances, queues and stakes. */
export const ethStateExamples: Readonly<Record<string, ExampleCase>> = {
  residuals: {
    rows: [
      into(
        "fct_eth_validator_reconciliation_daily",
        "day_type, validator_index, day, start_balance_gwei, end_balance_gwei, residual_gwei",
        "'mainnet', 'utc', 1, 9, 32000000000, 32000010000, 0",
        "'mainnet', 'utc', 2, 9, 32000000000, 32000000500, 500",
        "'mainnet', 'utc', 3, 9, 32000000000, 31999999000, -1000",
        "'mainnet', 'utc', 4, 9, 32000000000, 31000000000, null",
        "'mainnet', 'chain', 5, 9, 32000000000, 31000000000, 7",
      ),
    ],
    answer: [
      {
        day: 9,
        validator_index: 3,
        start_balance_gwei: "32000000000",
        end_balance_gwei: "31999999000",
        residual_gwei: "-1000",
      },
      {
        day: 9,
        validator_index: 2,
        start_balance_gwei: "32000000000",
        end_balance_gwei: "32000000500",
        residual_gwei: "500",
      },
    ],
  },
  queues: {
    rows: [
      into(
        "fct_eth_network_queue",
        "epoch, activating_count, activation_queue_minutes, exiting_count, exit_queue_minutes, sweep_minutes, version",
        "'mainnet', 400000, 5000, 14400, 200, 720, 12960, 2",
        "'mainnet', 399999, 1, 1, 1, 1, 1, 1",
      ),
    ],
    answer: [
      {
        network: "mainnet",
        epoch: 400000,
        activating_count: 5000,
        days_to_activate: 10,
        exiting_count: 200,
        days_to_exit: 0.5,
        days_of_a_sweep: 9,
      },
    ],
  },
  consolidations_by_month: {
    rows: [
      into(
        "dim_eth_network",
        "genesis_time, slots_per_epoch, seconds_per_slot, version",
        "'mainnet', 1606824023, 32, 12, 1",
      ),
      into(
        "fct_eth_consolidation",
        "source_index, epoch, target_index, amount_gwei, version",
        // 1606824023 + 400000 × 384 s is 2025-10-13; 8,000 epochs later it is 2025-11-17.
        "'mainnet', 1, 400000, 9, 32000000000, 1",
        "'mainnet', 2, 400000, 9, 31000000000, 1",
        "'mainnet', 3, 408000, 8, 32000000000, 1",
      ),
    ],
    answer: [
      { month: "2025-11-01", merged_validators: "1", targets: "1", moved_eth: 32 },
      { month: "2025-10-01", merged_validators: "2", targets: "1", moved_eth: 63 },
    ],
  },
};
