/* ---
height: none
fed_by: topic event
keep: forever
view: polygon_share_event
--- */
create table if not exists raw_polygon_share_event (
  network LowCardinality(String) comment 'Network',
  account FixedString(42) comment 'Delegator' codec(ZSTD(1)),
  position UInt64 comment 'Block times 65,536 plus the log index' codec(Delta, ZSTD(1)),
  kind LowCardinality(String) comment 'mint, burn, transfer_in, transfer_out',
  validator UInt32 comment 'Validator' codec(ZSTD(1)),
  block_number UInt32 comment 'Block of the root chain' codec(Delta, ZSTD(1)),
  amount Int128 comment 'Change of the stake, negative for a decrease, wei' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, account, position, kind)
comment 'One row per change of a delegation'
