/** Columns of fees that validators pass on, which rows of before do not know. */
import type { Added } from "./addedColumns.ts";

export const solanaFees: readonly Added[] = [
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
      now: "with which its tips and passed on fees are due; 0 without any",
      before: "with which its tips are due; 0 without tips",
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
];
