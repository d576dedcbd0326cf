/* ---
height: height
fed_by: transform
keep: forever
view: avalanche_stake
--- */
create table if not exists int_avalanche_stake (
  network LowCardinality(String) comment 'Network, such as mainnet',
  node_id String comment 'Validator (NodeID-…)' codec(ZSTD(1)),
  tx_id FixedString(64) comment 'Transaction that started the stake, hex',
  end_at UInt64 comment 'End, seconds since 1970; distinguishes the cycles of one transaction' codec(ZSTD(1)),
  height UInt32 comment 'Block in which it started; for a stake older than the ingested blocks, the block at which it was first reported' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null if it has none' codec(ZSTD(1)),
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  is_validator UInt8 comment '1 for a validator or one of its cycles, 0 for a delegation',
  start_at Nullable(UInt64) comment 'Start, seconds since 1970; null if unknown' codec(ZSTD(1)),
  reward_navax Nullable(UInt64) comment 'Potential reward, fee included, nAVAX; null if unknown' codec(ZSTD(1)),
  computed_reward_navax Nullable(UInt64) comment 'Part of reward_navax that is computed from blocks alone, nAVAX; null if the stake started before the ingested blocks or a part of it comes from a node; 0 for a stake that no block started' codec(ZSTD(1)),
  own_navax Nullable(UInt64) comment 'Part of reward_navax that the staker gets, nAVAX: all of it for a validator, net of the fee for a delegation' codec(ZSTD(1)),
  fee_navax Nullable(UInt64) comment 'Part of a delegation''s reward_navax that the validator gets, nAVAX; 0 for a validator' codec(ZSTD(1)),
  paid_own_navax UInt64 comment 'Paid to the staker at its end, nAVAX; 0 while it is active, and if aborted' codec(ZSTD(1)),
  paid_fee_navax UInt64 comment 'Paid to the validator at its end, nAVAX: fees of its delegations; for a delegation to a validator that started before Cortina, the delegation''s own fee' codec(ZSTD(1)),
  is_committed Nullable(UInt8) comment '1 if its reward was granted at its end, 0 if it was aborted; null while it is active' codec(ZSTD(1)),
  paid_on Nullable(Date) comment 'UTC day of the block that decided the reward; null while it is active' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then the known facts: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, node_id, tx_id, end_at)
comment 'One row per stake on the primary network, or cycle of an auto-renewed validator'
