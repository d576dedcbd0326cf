/** Columns that migrations have added to tables, and their values in earlier rows. */
export type Added = {
  table: string;
  migration: string;
  columns: readonly string[];
  /** The statement's text now, and before. */
  changed?: { now: string; before: string };
  /** An earlier row, and the values to read from it afterwards. */
  row?: { columns: string; values: string; reads: Readonly<Record<string, unknown>> };
};

export const added: readonly Added[] = [
  {
    table: "app_api_key",
    migration: "0046_alter_app_api_key",
    columns: ["expires_at", "scopes", "replaced_by"],
    // Earlier keys continue to work, with their permissions.
    row: {
      columns: "(key_id, tier)",
      values: "('a', 'free')",
      reads: { expires_at: null, scopes: ["read", "write:tags"], replaced_by: "" },
    },
  },
  {
    table: "dim_eth_rating_version",
    migration: "0023_alter_dim_eth_rating_version",
    columns: ["is_source_counted"],
    row: {
      columns: "(network, from_epoch, rating_version)",
      values: "('n', 0, 'v1.0')",
      reads: { is_source_counted: 1 },
    },
  },
  {
    table: "fct_eth_validator_performance_daily",
    migration: "0024_alter_fct_eth_validator_performance_daily",
    columns: ["is_source_counted", "counted_vote_count", "correct_vote_count"],
    // Computed with all three votes, as every version did.
    row: {
      columns: "(network, attested_count, correct_target_count, correct_head_count, rating_version)",
      values: "('n', 10, 9, 7, 'v1.0')",
      reads: { counted_vote_count: 30, correct_vote_count: 26, effective_balance_gwei: null },
    },
  },
  {
    table: "fct_eth_validator_performance_daily",
    migration: "0027_alter_fct_eth_validator_performance_daily",
    columns: ["unknown_orphan_count"],
  },
  {
    table: "raw_eth_epoch",
    migration: "0028_alter_raw_eth_epoch",
    columns: ["inactivity_score_rows"],
    row: { columns: "(network, epoch)", values: "('n', 7)", reads: { inactivity_score_rows: null } },
  },
  {
    table: "fct_eth_validator_performance_daily",
    migration: "0031_alter_fct_eth_validator_performance_daily",
    columns: [],
    changed: {
      now: "min_bytes_for_wide_part = 1099511627776",
      before: "min_bytes_for_wide_part = 268435456",
    },
  },
  {
    table: "fct_eth_validator_performance_daily",
    migration: "0037_alter_fct_eth_validator_performance_daily",
    columns: ["effective_balance_gwei"],
  },
  {
    table: "raw_eth_committee",
    migration: "0032_alter_raw_eth_committee",
    columns: [],
    changed: { now: "codec(T64)", before: "codec(ZSTD(1))" },
    row: {
      columns: "(network, slot, validator_indices)",
      values: "('n', 7, [2097151, 0, 7])",
      reads: { validator_indices: [2097151, 0, 7] },
    },
  },
  {
    table: "int_eth_sync_slot",
    migration: "0036_alter_int_eth_sync_slot",
    columns: ["validator_indices", "member_reward_gwei"],
    row: {
      columns: "(network, slot)",
      values: "('n', 7)",
      reads: { validator_indices: [], member_reward_gwei: [] },
    },
  },
  {
    table: "raw_polygon_rule",
    migration: "0051_alter_raw_polygon_rule",
    columns: ["block_at"],
    row: {
      columns: "(network, block_number)",
      values: "('n', 7)",
      reads: { block_at: "1970-01-01 00:00:00" },
    },
  },
  {
    table: "raw_eth_block",
    migration: "0038_alter_raw_eth_block",
    columns: ["gas_used", "base_fee_per_gas_wei", "blob_gas_used", "transaction_type_counts"],
    row: {
      columns: "(network, slot, transaction_count)",
      values: "('n', 7, 3)",
      reads: {
        ...{ gas_used: null, base_fee_per_gas_wei: null, blob_gas_used: null },
        transaction_type_counts: [],
      },
    },
  },
  {
    table: "fct_eth_slashing",
    migration: "0033_alter_fct_eth_slashing",
    columns: ["effective_balance_gwei"],
    row: {
      columns: "(network, validator_index)",
      values: "('n', 7)",
      reads: { effective_balance_gwei: null },
    },
  },
  {
    table: "fct_eth_validator_performance_daily",
    migration: "0039_alter_fct_eth_validator_performance_daily",
    columns: [
      "tips_wei",
      "baseline_mev_wei",
      "external_rewards_wei",
      "missed_execution_rewards_wei",
      "unknown_execution_count",
      "unknown_external_count",
      "unknown_missed_count",
      "execution_fact_count",
    ],
  },
  {
    table: "fct_eth_entity_performance_daily",
    migration: "0040_alter_fct_eth_entity_performance_daily",
    columns: [
      "tips_wei",
      "baseline_mev_wei",
      "external_rewards_wei",
      "missed_execution_rewards_wei",
      "unknown_execution_count",
      "unknown_external_count",
      "unknown_missed_count",
      "relay_weights",
    ],
    row: {
      columns: "(network, proposer_duty_count, proposed_count)",
      values: "('n', 5, 3)",
      reads: { unknown_execution_count: 3, unknown_external_count: 3, unknown_missed_count: 2 },
    },
  },
  {
    table: "fct_eth_validator_performance_daily",
    migration: "0063_alter_fct_eth_validator_performance_daily",
    columns: ["unknown_slashing_count"],
  },
  {
    table: "fct_eth_entity_performance_daily",
    migration: "0064_alter_fct_eth_entity_performance_daily",
    columns: ["unknown_slashing_count"],
  },
  {
    table: "raw_eth_relay_epoch",
    migration: "0070_alter_raw_eth_relay_epoch",
    columns: ["requested_relays"],
    row: { columns: "(network, epoch)", values: "('n', 7)", reads: { requested_relays: [] } },
  },
  {
    table: "int_eth_day",
    migration: "0041_alter_int_eth_day",
    columns: ["execution_fact_count"],
  },
  {
    table: "fct_eth_validator_window",
    migration: "0042_alter_fct_eth_validator_window",
    columns: ["execution_rewards_wei"],
    row: {
      columns: "(network, validator_index)",
      values: "('n', 7)",
      reads: { execution_rewards_wei: null },
    },
  },
  {
    table: "fct_eth_validator_duty_window",
    migration: "0091_alter_fct_eth_validator_duty_window",
    columns: ["effective_balance_gwei"],
    row: {
      columns: "(network, validator_index)",
      values: "('n', 7)",
      reads: { effective_balance_gwei: null },
    },
  },
  {
    table: "fct_eth_entity_window",
    migration: "0043_alter_fct_eth_entity_window",
    columns: ["apr_execution_wei", "apr_percentage", "relayer_percentages"],
  },
  {
    table: "fct_eth_entity_rank",
    migration: "0044_alter_fct_eth_entity_rank",
    columns: ["apr_percentage", "relayer_percentages"],
  },
  {
    table: "fct_eth_network_window",
    migration: "0045_alter_fct_eth_network_window",
    columns: [
      "mean_execution_percentage",
      "median_execution_percentage",
      "earnings_gwei",
      "tips_wei",
      "baseline_mev_wei",
    ],
  },
  {
    table: "fct_eth_network_window",
    migration: "0067_alter_fct_eth_network_window",
    columns: [],
  },
  {
    table: "int_eth_entity_day",
    migration: "0113_alter_int_eth_entity_day",
    columns: ["facts_checksum"],
  },
  {
    table: "int_eth_exit_request",
    migration: "0122_alter_int_eth_exit_request",
    columns: ["day"],
    changed: {
      now: "order by (network, validator_index, day)",
      before: "order by (network, validator_index)",
    },
    row: {
      columns: "(network, validator_index, epoch, version)",
      values: "('n', 7, 9, 4294967287)",
      reads: { day: 0, epoch: 9 },
    },
  },
  {
    table: "app_api_key",
    migration: "0048_alter_app_api_key",
    columns: ["member", "created_by", "rate_key_id"],
  },
  {
    table: "app_organization",
    migration: "0049_alter_app_organization",
    columns: ["name"],
    changed: { now: "may_self_report Nullable(UInt8)", before: "may_self_report UInt8" },
    row: {
      columns: "(organization_id, may_self_report)",
      values: "('a', 0)",
      reads: { name: "", may_self_report: 0 },
    },
  },
  {
    table: "app_tag",
    migration: "0050_describe_app_tag",
    columns: [],
    changed: { now: "the limit of the tier, or was deleted", before: "the limit of the tier" },
  },
  {
    table: "raw_eth_deposit_log",
    migration: "0120_alter_raw_eth_deposit_log",
    columns: ["signature"],
    row: { columns: "(network, deposit_index)", values: "('n', 7)", reads: { signature: null } },
  },
  {
    table: "fct_eth_validator_reconciliation_daily",
    migration: "0110_alter_fct_eth_validator_reconciliation_daily",
    columns: ["void_deposit_gwei"],
  },
];
