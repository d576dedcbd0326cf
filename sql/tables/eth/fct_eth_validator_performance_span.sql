/* ---
height: start_epoch
fed_by: model
keep: span
--- */
create table if not exists fct_eth_validator_performance_span (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  start_epoch UInt32 comment 'First epoch of the span' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index of the validator' codec(DoubleDelta, ZSTD(1)),
  attestation_duty_count UInt32 comment 'Attestation duties' codec(T64, ZSTD(1)),
  attested_count UInt32 comment 'Duties with an included attestation' codec(T64, ZSTD(1)),
  attestation_count UInt32 comment 'Inclusions of attestations, duplicates in aggregates counted' codec(T64, ZSTD(1)),
  correct_target_count UInt32 comment 'Votes with the correct target root, however late' codec(T64, ZSTD(1)),
  correct_head_count UInt32 comment 'Votes with the correct head root, however late' codec(T64, ZSTD(1)),
  inclusion_delay_sum UInt32 comment 'Sum of inclusion delays in slots' codec(T64, ZSTD(1)),
  late_source_count UInt32 comment 'Source votes included later than 5 slots' codec(T64, ZSTD(1)),
  late_target_count UInt32 comment 'Target votes included later than 32 slots, before Deneb' codec(T64, ZSTD(1)),
  late_head_count UInt32 comment 'Head votes included later than 1 slot' codec(T64, ZSTD(1)),
  sync_signature_count UInt32 comment 'Signed sync committee slots' codec(T64, ZSTD(1)),
  sync_missed_count UInt32 comment 'Missed sync committee slots' codec(T64, ZSTD(1)),
  attestation_reward_gwei Int64 comment 'Attestation rewards, without penalties' codec(T64, ZSTD(1)),
  inactivity_penalty_gwei Int64 comment 'Inactivity leak penalties, zero or below' codec(T64, ZSTD(1)),
  sync_reward_gwei Int64 comment 'Sync rewards, without penalties' codec(T64, ZSTD(1)),
  sync_penalty_gwei Int64 comment 'Sync penalties, zero or below' codec(T64, ZSTD(1)),
  late_source_penalty_gwei Int64 comment 'Penalties for late source votes, zero or below' codec(T64, ZSTD(1)),
  late_target_penalty_gwei Int64 comment 'Penalties for late target votes, zero or below' codec(T64, ZSTD(1)),
  wrong_target_penalty_gwei Int64 comment 'Penalties for wrong target votes, zero or below' codec(T64, ZSTD(1)),
  wrong_head_penalty_gwei Int64 comment 'Penalties for wrong head votes (before Altair), zero or below' codec(T64, ZSTD(1)),
  missed_attestation_penalty_gwei Int64 comment 'Penalties for missed attestations, and all attestation penalties of slashed validators, zero or below' codec(T64, ZSTD(1)),
  missed_attestation_reward_gwei Int64 comment 'Rewards of the flags that were not earned' codec(T64, ZSTD(1)),
  version UInt64 comment 'Model revision, then covered epochs, then their known facts: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(start_epoch, 225))
order by (network, start_epoch, validator_index)
-- New parts are one file instead of a hundred; merged ones beyond 256 MiB are one a column again.
settings min_bytes_for_wide_part = 268435456
comment 'One row per validator and span, a run of epochs in one chain day and one UTC day. The records of both days are sums of spans'
