/** Columns that were added to tables of other chains than Ethereum: their values are unknown in earlier rows. */
import type { Added } from "./addedColumns.ts";

export const addedElsewhere: readonly Added[] = [
  {
    table: "raw_solana_tip_fee",
    migration: "0098_alter_raw_solana_tip_fee",
    columns: ["priority_fee_bps"],
    row: {
      columns: "(network, activation_epoch, fee_bps)",
      values: "('n', 7, 300)",
      reads: { priority_fee_bps: null },
    },
  },
  {
    table: "fct_solana_validator_reward_daily",
    migration: "0099_alter_fct_solana_validator_reward_daily",
    columns: ["passed_fee_lamports", "delegator_fee_lamports"],
    row: {
      columns: "(network, vote_account, day)",
      values: "('n', 'a', '2026-01-02')",
      reads: { passed_fee_lamports: null, delegator_fee_lamports: null },
    },
  },
  {
    table: "fct_solana_validator_reward_interval",
    migration: "0100_alter_fct_solana_validator_reward_interval",
    columns: ["passed_fee_lamports", "delegator_fee_lamports"],
    row: {
      columns: "(network, vote_account, interval_slot)",
      values: "('n', 'a', 3000)",
      reads: { passed_fee_lamports: null, delegator_fee_lamports: null },
    },
  },
  {
    table: "int_solana_stake_reward_epoch",
    migration: "0101_alter_int_solana_stake_reward_epoch",
    columns: ["fee_reward_lamports"],
    changed: {
      now: "from which its tips and passed-on fees are due; 0 if there are none",
      before: "from which its tips are due; 0 without tips",
    },
  },
  {
    table: "fct_solana_stake_reward_daily",
    migration: "0102_alter_fct_solana_stake_reward_daily",
    columns: ["fee_reward_lamports"],
  },
  {
    table: "fct_solana_authority_reward_daily",
    migration: "0103_alter_fct_solana_authority_reward_daily",
    columns: ["fee_reward_lamports"],
  },
  {
    table: "fct_solana_network_reward_daily",
    migration: "0104_alter_fct_solana_network_reward_daily",
    columns: ["passed_fee_lamports", "delegator_fee_lamports", "unattributed_fee_reward_lamports"],
    row: {
      columns: "(network, day)",
      values: "('n', '2026-01-02')",
      reads: {
        ...{ passed_fee_lamports: null, delegator_fee_lamports: null },
        unattributed_fee_reward_lamports: null,
      },
    },
  },
  {
    table: "int_eigenlayer_day",
    migration: "0111_alter_int_eigenlayer_day",
    columns: ["facts_checksum"],
    row: { columns: "(network, day)", values: "('n', 7)", reads: { facts_checksum: "0" } },
  },
  {
    table: "int_polygon_day",
    migration: "0112_alter_int_polygon_day",
    columns: ["facts_checksum"],
    changed: {
      now: "the day only changes with new facts of proposers, or with corrected facts",
      before: "the day only changes with new facts of proposers",
    },
  },
  {
    table: "fct_polkadot_claim_era",
    migration: "0105_alter_fct_polkadot_claim_era",
    columns: ["paid_page_count", "paid_nominator_count", "paid_validator_planck", "paid_delegator_planck"],
    // Payments were not read before: they are unknown.
    row: {
      columns: "(network, era, validator, claimed_page_count)",
      values: "('n', 7, 'v', 1)",
      reads: { paid_page_count: 0, paid_validator_planck: null, paid_delegator_planck: null },
    },
  },
  {
    table: "raw_polygon_validator",
    migration: "0106_alter_raw_polygon_validator",
    columns: ["reward", "reward_per_share"],
    row: {
      columns: "(network, validator, day)",
      values: "('n', 7, '2026-01-01')",
      reads: { reward: null, reward_per_share: null },
    },
  },
  {
    table: "raw_polygon_checkpoint",
    migration: "0108_alter_raw_polygon_checkpoint",
    columns: ["transaction_hash"],
    row: {
      columns: "(network, checkpoint)",
      values: "('n', 7)",
      reads: { transaction_hash: null },
    },
  },
  {
    table: "raw_polygon_stake_event",
    migration: "0107_describe_raw_polygon_stake_event",
    columns: [],
    changed: {
      now: "stake_update, reward_claim, reward_update",
      before: "stake_update, reward_update",
    },
  },
  {
    table: "raw_cosmos_event",
    migration: "0118_alter_raw_cosmos_event",
    columns: ["transaction_hash"],
    changed: {
      now: "Decoder revision, then whether the transaction is known: the highest wins",
      before: "Revision of the decoder: the highest wins",
    },
    row: { columns: "(network, height)", values: "('n', 7)", reads: { transaction_hash: null } },
  },
  {
    table: "raw_eigenlayer_transaction",
    migration: "0119_describe_raw_eigenlayer_transaction",
    columns: [],
    changed: {
      now: "shares, delegations, magnitudes and reward roots",
      before: "shares, delegations and magnitudes",
    },
  },
  {
    table: "raw_cardano_pool",
    migration: "0109_alter_raw_cardano_pool",
    columns: ["transaction_hash"],
  },
  {
    table: "fct_polygon_validator_checkpoint",
    migration: "0125_alter_fct_polygon_validator_checkpoint",
    columns: ["is_turn_known"],
    row: {
      columns: "(network, validator, checkpoint, proposal_duty_count)",
      values: "('n', 7, 70000, 1)",
      reads: { is_turn_known: 0, proposal_duty_count: 1 },
    },
  },
  {
    table: "fct_polygon_validator_daily",
    migration: "0126_alter_fct_polygon_validator_daily",
    columns: ["unknown_turn_count"],
    // Of no checkpoint it was known whose turns were passed on.
    row: {
      columns: "(network, validator, day, signing_duty_count)",
      values: "('n', 7, '2026-01-02', 24)",
      reads: { unknown_turn_count: 24 },
    },
  },
];
