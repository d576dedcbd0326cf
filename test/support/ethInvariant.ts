/** A law of the warehouse as a query that lists its violations, and the terms that such queries share. */

export type Law = {
  name: string;
  /** Tables that the query reads: the damaged copy consists of them. */
  tables: string[];
  /** Lists violations; may use {network}. */
  sql: string;
  /** One row of `table` (the first that satisfies `where`) gets other values, or is dropped. */
  damage: { table: string; key: string; where?: string; set?: Record<string, string>; drop?: boolean };
};

export const network = "network = {network:String}";
/** Registry rows at the start of each epoch: the chain is small, so every epoch has a full snapshot. */
export const active = `select epoch, validator_index from raw_eth_registry final
  where ${network} and is_snapshot = 1 and activation_epoch <= epoch and epoch < exit_epoch`;
export const increment = 1_000_000_000;
export const slotsPerEpoch = 8;
export const duty = "(epoch, validator_index)";
export const dutyTable = "fct_eth_validator_duty_epoch";
export const dayTable = "fct_eth_validator_performance_daily";
export const dayKey = "(day_type, day, validator_index)";

export const ideal = (weight: number, flag: string) =>
  `if(totals.is_leak, 0, intDiv(
    toUInt256(intDiv(duties.effective_balance_gwei, ${increment})) * totals.base_reward_per_increment_gwei * ${weight}
      * intDiv(greatest(totals.${flag}_balance_gwei, ${increment}), ${increment}),
    intDiv(totals.total_active_balance_gwei, ${increment}) * 64
  ))`;

/** Columns that count or pay something once, in the one chain day and the one UTC day of its epoch. */
export const summed = [
  "attestation_duty_count",
  "attested_count",
  "attestation_count",
  "correct_target_count",
  "correct_head_count",
  "inclusion_delay_sum",
  "sync_signature_count",
  "sync_missed_count",
  "attestation_reward_gwei",
  "late_source_penalty_gwei",
  "late_target_penalty_gwei",
  "wrong_target_penalty_gwei",
  "wrong_head_penalty_gwei",
  "missed_attestation_penalty_gwei",
  "inactivity_penalty_gwei",
  "slashing_penalty_gwei",
  "slashes_received_count",
  "sync_reward_gwei",
  "sync_penalty_gwei",
  "proposer_duty_count",
  "proposed_count",
  "proposer_attestation_reward_gwei",
  "missed_attestation_reward_gwei",
];
