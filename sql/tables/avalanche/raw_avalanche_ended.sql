/* ---
height: height
fed_by: topic state
keep: forever
--- */
create table if not exists raw_avalanche_ended (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the proposal to reward the stake' codec(Delta, ZSTD(1)),
  tx_id FixedString(64) comment 'Transaction that started the stake, hex',
  node_id String comment 'Validator (NodeID-…)' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null if it has none' codec(ZSTD(1)),
  type_id UInt32 comment 'Transaction type in the P-chain codec',
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  shares UInt32 comment 'For a validator, the share of delegators'' rewards that it keeps, in millionths',
  period UInt64 comment 'Duration of a cycle in seconds; 0 for a stake that is not auto-renewed' codec(ZSTD(1)),
  is_validator UInt8 comment '1 for a validator, 0 for a delegation',
  start_at UInt64 comment 'Start given in the transaction, seconds since 1970; only types 12 and 14 use it' codec(ZSTD(1)),
  end_at UInt64 comment 'End, seconds since 1970; 0 for an auto-renewed stake' codec(ZSTD(1)),
  first_paid_navax Nullable(UInt64) comment 'First reward UTXO, nAVAX: the reward if committed, otherwise the fees; null if there is none' codec(ZSTD(1)),
  second_paid_navax Nullable(UInt64) comment 'Second reward UTXO, nAVAX: the fees; null if there is none' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then whether UTXOs are known: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height)
comment 'One row per stake that was read when it ended, because it may have started before the ingested blocks'
