/* ---
height: height
fed_by: topic block
keep: forever
--- */
create table if not exists raw_avalanche_stake (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the block with the transaction' codec(Delta, ZSTD(1)),
  position UInt32 comment 'Index of the transaction in the block' codec(ZSTD(1)),
  tx_id FixedString(64) comment 'Transaction id, hex',
  node_id String comment 'Validator (NodeID-…)' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null if it has none' codec(ZSTD(1)),
  type_id UInt32 comment 'Transaction type in the P-chain codec',
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  shares UInt32 comment 'For a validator, the share of delegators'' rewards that it keeps, in millionths',
  period UInt64 comment 'Duration of a cycle in seconds; 0 for a stake that is not auto-renewed' codec(ZSTD(1)),
  restake_shares UInt32 comment 'Share of the rewards of a cycle that is restaked, in millionths',
  is_validator UInt8 comment '1 for a validator, 0 for a delegation',
  is_proposed UInt8 comment '1 for a stake that starts only when the next block commits it',
  start_at UInt64 comment 'Start given in the transaction, seconds since 1970; only types 12 and 14 use it' codec(ZSTD(1)),
  end_at UInt64 comment 'End, seconds since 1970; 0 for an auto-renewed stake' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height, position)
comment 'One row per transaction that stakes on the primary network'
