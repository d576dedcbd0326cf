/* ---
height: height
fed_by: topic state
keep: forever
--- */
create table if not exists raw_avalanche_ended (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the proposal to reward the stake' codec(Delta, ZSTD(1)),
  tx_id FixedString(64) comment 'Transaction that began the stake, hex',
  node_id String comment 'Validator, NodeID-…' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null without one' codec(ZSTD(1)),
  type_id UInt32 comment 'Type of the transaction in the codec of the P-chain',
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  shares UInt32 comment 'Of a validator: millionths of the rewards of its delegators that it keeps',
  period UInt64 comment 'Seconds of a cycle; 0 for a stake that does not renew itself' codec(ZSTD(1)),
  is_validator UInt8 comment '1 for a validator, 0 for a delegation',
  start_at UInt64 comment 'Start that the transaction says, seconds since 1970; it counts for types 12 and 14 only' codec(ZSTD(1)),
  end_at UInt64 comment 'End, seconds since 1970; 0 for a stake that renews itself' codec(ZSTD(1)),
  first_paid_navax Nullable(UInt64) comment 'First UTXO of its rewards, nAVAX: of a commit the reward, else the fees; null when there is none' codec(ZSTD(1)),
  second_paid_navax Nullable(UInt64) comment 'Second UTXO of its rewards, nAVAX: the fees; null when there is none' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then whether UTXOs are known: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height)
comment 'One row per stake that was told when it ended, because it may have begun before the blocks that were read'
