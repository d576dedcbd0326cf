/* ---
height: checkpoint
fed_by: model
swap: last
keep: forever
--- */
create table if not exists fct_polygon_checkpoint (
  network LowCardinality(String) comment 'Network',
  checkpoint UInt32 comment 'Number of the checkpoint' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of its block on the root chain' codec(Delta, ZSTD(1)),
  position UInt64 comment 'Block of the root chain times 65,536 plus the log index' codec(Delta, ZSTD(1)),
  start_block UInt64 comment 'First Bor block' codec(Delta, ZSTD(1)),
  end_block UInt64 comment 'Last Bor block' codec(Delta, ZSTD(1)),
  validator_count UInt32 comment 'Validators with the duty to sign' codec(ZSTD(1)),
  signed_count UInt32 comment 'Validators that signed' codec(ZSTD(1)),
  self_stake UInt128 comment 'Own stake of validators with the duty, wei' codec(ZSTD(1)),
  delegated_stake UInt128 comment 'Delegated stake of validators with the duty, wei' codec(ZSTD(1)),
  signed_stake UInt128 comment 'Stake of validators that signed, wei' codec(ZSTD(1)),
  reward UInt128 comment 'Reward in the event, wei' codec(ZSTD(1)),
  proposer_reward UInt128 comment 'Bonus of the proposer, wei' codec(ZSTD(1)),
  signing_reward UInt128 comment 'Sum of validators'' signing rewards, wei' codec(ZSTD(1)),
  commission_reward UInt128 comment 'Sum of commissions, wei' codec(ZSTD(1)),
  delegator_reward UInt128 comment 'Sum of delegators'' rewards, wei' codec(ZSTD(1)),
  reward_residual Int128 comment 'Reward less bonus and signing rewards, wei: lost to integer division' codec(ZSTD(1)),
  emitted_reward Nullable(UInt128) comment 'Reward by the emission rules, wei; null if a rule is unknown' codec(ZSTD(1)),
  emission_residual Nullable(Int128) comment 'Reward less emitted_reward, wei' codec(ZSTD(1)),
  range_residual Nullable(Int64) comment 'Bor blocks between the previous checkpoint and this one; null if the previous one is unknown' codec(ZSTD(1)),
  checkpoint_at DateTime('UTC') comment 'Time of its block on the root chain' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Model revision, known facts of proposers: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, checkpoint)
comment 'One row per checkpoint with known rewards: all earlier stakes are ingested'
