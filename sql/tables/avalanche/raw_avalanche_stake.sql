/* ---
height: height
fed_by: topic block
keep: forever
--- */
create table if not exists raw_avalanche_stake (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the block with the transaction' codec(Delta, ZSTD(1)),
  position UInt32 comment 'Place of the transaction in the block' codec(ZSTD(1)),
  tx_id FixedString(64) comment 'Id of the transaction, hex',
  node_id String comment 'Validator, NodeID-…' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null without one' codec(ZSTD(1)),
  type_id UInt32 comment 'Type of the transaction in the codec of the P-chain',
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  shares UInt32 comment 'Of a validator: millionths of the rewards of its delegators that it keeps',
  period UInt64 comment 'Seconds of a cycle; 0 for a stake that does not renew itself' codec(ZSTD(1)),
  restake_shares UInt32 comment 'Millionths of the rewards of a cycle that are staked again',
  is_validator UInt8 comment '1 for a validator, 0 for a delegation',
  is_proposed UInt8 comment '1 for a stake that begins only when the next block commits it',
  start_at UInt64 comment 'Start that the transaction says, seconds since 1970; it counts for types 12 and 14 only' codec(ZSTD(1)),
  end_at UInt64 comment 'End, seconds since 1970; 0 for a stake that renews itself' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height, position)
comment 'One row per transaction that stakes on the primary network'
