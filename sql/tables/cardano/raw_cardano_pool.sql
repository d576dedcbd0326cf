/* ---
height: epoch
fed_by: topic epoch
keep: forever
view: cardano_pool
--- */
create table if not exists raw_cardano_pool (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  pool_hash FixedString(56) comment 'Hash of the pool''s key, hex' codec(ZSTD(1)),
  name Nullable(String) comment 'Name in its metadata when the epoch was read; null if it has none' codec(ZSTD(1)),
  ticker Nullable(String) comment 'Ticker in its metadata when the epoch was read; null if it has none' codec(ZSTD(1)),
  reward_address String comment 'Account that receives the leader reward' codec(ZSTD(1)),
  owners Array(String) comment 'Stake addresses of the owners' codec(ZSTD(1)),
  margin Decimal(38, 18) comment 'Share of the rewards after the fixed cost that the pool keeps, 0 to 1' codec(ZSTD(1)),
  fixed_cost UInt64 comment 'Cost that the pool deducts first, lovelace' codec(ZSTD(1)),
  pledge UInt64 comment 'Stake that its owners pledged, lovelace' codec(ZSTD(1)),
  active_epoch UInt32 comment 'First epoch in which this registration is in force: the latest one up to the epoch' codec(ZSTD(1)),
  transaction_hash Nullable(String) comment 'Transaction of this registration, hex; null if not read' codec(ZSTD(1)),
  retiring_epoch Nullable(UInt32) comment 'Epoch at whose start it retires or retired; null if it does not' codec(ZSTD(1)),
  active_stake UInt64 comment 'Stake in the snapshot used by this epoch, lovelace; 0 if the pool is not active' codec(ZSTD(1)),
  owner_stake UInt64 comment 'Stake of its owners in that snapshot, lovelace' codec(ZSTD(1)),
  delegator_count UInt32 comment 'Number of accounts in the snapshot' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then the head when it was read: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, pool)
comment 'One row per pool and epoch in which it was registered or could still be paid'
