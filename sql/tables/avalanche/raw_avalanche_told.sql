/* ---
height: height
fed_by: topic state
keep: forever
--- */
create table if not exists raw_avalanche_told (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Block after which the state was read' codec(Delta, ZSTD(1)),
  tx_id FixedString(64) comment 'Transaction that started the stake, hex',
  node_id String comment 'Validator (NodeID-…)' codec(ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of a validator, hex; null if it has none' codec(ZSTD(1)),
  weight_navax UInt64 comment 'Stake, nAVAX' codec(ZSTD(1)),
  shares UInt32 comment 'For a validator, the share of delegators'' rewards that it keeps, in millionths',
  period UInt64 comment 'Duration of the next cycle of an auto-renewed validator in seconds; 0 for any other stake' codec(ZSTD(1)),
  restake_shares UInt32 comment 'Share of the rewards of a cycle that is restaked, in millionths',
  is_validator UInt8 comment '1 for a validator, 0 for a delegation',
  start_at UInt64 comment 'Start of the stake or cycle, seconds since 1970' codec(ZSTD(1)),
  end_at UInt64 comment 'End of the stake or cycle, seconds since 1970' codec(ZSTD(1)),
  potential_reward_navax UInt64 comment 'Reward that it will pay, fee included, nAVAX' codec(ZSTD(1)),
  accrued_fee_navax UInt64 comment 'For a validator, fees of delegations that have ended in this stake or cycle, nAVAX' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height, tx_id)
comment 'One row per stake that a node reported after a block'
