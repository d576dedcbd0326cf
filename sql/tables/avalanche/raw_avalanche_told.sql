/* ---
height: height
fed_by: topic state
keep: forever
--- */
create table if not exists raw_avalanche_told (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Block after which the state was read' codec(Delta, ZSTD(1)),
  tx_id FixedString(64) comment 'Transaction that began the stake, hex',
  node_id String comment 'Validator, NodeID-…' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null without one' codec(ZSTD(1)),
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  shares UInt32 comment 'Of a validator: millionths of the rewards of its delegators that it keeps',
  period UInt64 comment 'Seconds of the next cycle of a validator that renews itself; 0 for any other stake' codec(ZSTD(1)),
  restake_shares UInt32 comment 'Millionths of the rewards of a cycle that are staked again',
  is_validator UInt8 comment '1 for a validator, 0 for a delegation',
  start_at UInt64 comment 'Start of the stake or cycle, seconds since 1970' codec(ZSTD(1)),
  end_at UInt64 comment 'Its end, seconds since 1970' codec(ZSTD(1)),
  potential_reward_navax UInt64 comment 'What it will pay, fee included, nAVAX' codec(ZSTD(1)),
  accrued_fee_navax UInt64 comment 'Of a validator: fees of delegations that have ended in this stake or cycle, nAVAX' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height, tx_id)
comment 'One row per stake as a node told it after a block'
