/* ---
height: height
fed_by: transform
keep: forever
view: avalanche_stake
--- */
create table if not exists int_avalanche_stake (
  network LowCardinality(String) comment 'Network, such as mainnet',
  node_id String comment 'Validator, NodeID-…' codec(ZSTD(1)),
  tx_id FixedString(64) comment 'Transaction that began it, hex',
  end_at UInt64 comment 'End, seconds since 1970: tells the cycles of one transaction apart' codec(ZSTD(1)),
  height UInt32 comment 'Block in which it began; of one that began before the blocks that were read, where it was first told' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null without one' codec(ZSTD(1)),
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  is_validator UInt8 comment '1 for a validator or a cycle of one, 0 for a delegation',
  start_at Nullable(UInt64) comment 'Start, seconds since 1970; null when nothing tells it' codec(ZSTD(1)),
  reward_navax Nullable(UInt64) comment 'Potential reward, fee included, nAVAX; null when nothing tells it' codec(ZSTD(1)),
  computed_reward_navax Nullable(UInt64) comment 'What of reward_navax follows from blocks alone: null where the stake began before those read, or a node is the source of a part of it; 0 of a stake that no block began, nAVAX' codec(ZSTD(1)),
  own_navax Nullable(UInt64) comment 'What of it the staker gets: all of a validator, less the fee of a delegation, nAVAX' codec(ZSTD(1)),
  fee_navax Nullable(UInt64) comment 'What of it the validator gets of a delegation, nAVAX; 0 of a validator' codec(ZSTD(1)),
  paid_own_navax UInt64 comment 'Paid at its end to the staker, nAVAX; 0 while it lasts, and when aborted' codec(ZSTD(1)),
  paid_fee_navax UInt64 comment 'Paid to the validator at its end, nAVAX: fees of delegations to it; of a delegation to one that started before Cortina its own fee' codec(ZSTD(1)),
  is_committed Nullable(UInt8) comment '1 when its reward was granted at its end, 0 when it was aborted; null while it lasts' codec(ZSTD(1)),
  paid_on Nullable(Date) comment 'UTC day of the block that decided; null while it lasts' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the rules, then what is known of it: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, node_id, tx_id, end_at)
comment 'One row per stake on the primary network, or cycle of a validator that renews itself'
