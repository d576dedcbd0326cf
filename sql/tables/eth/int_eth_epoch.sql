/* ---
height: epoch
fed_by: transform
steady: epoch
announces: [int_eth_attestation_inclusion_slot, int_eth_churn_epoch, int_eth_inactivity_score, int_eth_slashing_correlation, int_eth_sync_slot, fct_eth_slashing, fct_eth_validator_duty_epoch]
keep: epoch
view: eth_epoch
revision: 48
--- */
create table if not exists int_eth_epoch (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  fork LowCardinality(String) comment 'Fork whose reward rules were applied',
  duty_count UInt32 comment 'Validators with an attestation duty',
  attested_count UInt32 comment 'Duties with an included attestation',
  total_active_balance_gwei UInt64 comment 'Active balance of the following epoch, in which the rewards are paid',
  source_balance_gwei UInt64 comment 'Effective balance of unslashed timely source votes',
  target_balance_gwei UInt64 comment 'Effective balance of unslashed timely target votes',
  head_balance_gwei UInt64 comment 'Effective balance of unslashed timely head votes',
  base_reward_per_increment_gwei UInt64 comment 'Base reward per increment of effective balance; before Altair, that of one increment over four components',
  finality_delay UInt32 comment 'Epochs between this epoch and the last finalized one when rewards were paid',
  is_leak UInt8 comment '1 during an inactivity leak',
  carried_score UInt64 comment 'Sum of the inactivity scores carried over from the previous epoch; 0 also where history begins',
  duty_checksum UInt64 default 0 comment 'Checksum of the rows of fct_eth_validator_duty_epoch: derived records are recomputed when it changes; 0 if unknown',
  version UInt64 comment 'Model revision, then carried_score: a longer history only adds to scores'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch)
comment 'One row per epoch with computed duties: the totals from which its rewards are computed'
