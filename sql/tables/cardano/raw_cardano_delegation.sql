/* ---
height: epoch
fed_by: topic epoch
keep: raw
--- */
create table if not exists raw_cardano_delegation (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  account String comment 'Stake address' codec(ZSTD(1)),
  stake UInt64 comment 'Stake in the snapshot used by this epoch, lovelace' codec(ZSTD(1)),
  is_owner UInt8 comment '1 for an owner of the pool, who gets no member reward' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then the head when it was read: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 6))
order by (network, epoch, pool, account)
comment 'One row per account and epoch with a delegation to a pool that made a block in it'
