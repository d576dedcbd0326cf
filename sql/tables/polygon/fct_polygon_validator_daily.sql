/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_polygon_validator_daily (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  from_checkpoint UInt32 comment 'First checkpoint of the day' codec(Delta, ZSTD(1)),
  to_checkpoint UInt32 comment 'Last checkpoint of the day' codec(Delta, ZSTD(1)),
  last_duty UInt32 comment 'Last checkpoint of the day that it had the duty to sign' codec(Delta, ZSTD(1)),
  self_stake UInt128 comment 'Own stake before last_duty, wei' codec(ZSTD(1)),
  delegated_stake UInt128 comment 'Delegated stake before last_duty, wei' codec(ZSTD(1)),
  commission_percent UInt8 comment 'Commission at last_duty, percent' codec(ZSTD(1)),
  signing_duty_count UInt32 comment 'Checkpoints that it had the duty to sign' codec(ZSTD(1)),
  signed_count UInt32 comment 'Checkpoints that it signed' codec(ZSTD(1)),
  proposal_duty_count UInt32 comment 'Turns to propose a checkpoint: those that it used, and those that Heimdall skipped' codec(ZSTD(1)),
  proposed_count UInt32 comment 'Checkpoints that it proposed' codec(ZSTD(1)),
  bor_duty_count Nullable(UInt64) comment 'Bor blocks that it had the turn to produce; null if unknown for a checkpoint' codec(ZSTD(1)),
  bor_made_count Nullable(UInt64) comment 'Bor blocks that it produced in its turn' codec(ZSTD(1)),
  signing_reward UInt128 comment 'Sum, wei' codec(ZSTD(1)),
  proposer_reward UInt128 comment 'Sum, wei' codec(ZSTD(1)),
  commission_reward UInt128 comment 'Sum, wei' codec(ZSTD(1)),
  delegator_reward UInt128 comment 'Sum, wei' codec(ZSTD(1)),
  missed_reward UInt128 comment 'Sum, wei' codec(ZSTD(1)),
  gross_yield UInt128 comment 'Sum of signing and proposal rewards per wei of stake, times 1e18, each rounded down' codec(ZSTD(1)),
  net_yield UInt128 comment 'gross_yield less delegators'' rewards, per wei of stake, times 1e18' codec(ZSTD(1)),
  unknown_turn_count UInt32 default signing_duty_count comment 'Checkpoints with the duty to sign for which skipped proposal turns are unknown' codec(ZSTD(1)),
  is_complete UInt8 comment '1 if all checkpoints of the day are ingested; the row never changes after that',
  version UInt64 comment 'Model revision, known facts of the day: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator, day)
comment 'One row per UTC day and validator with a duty on it'
