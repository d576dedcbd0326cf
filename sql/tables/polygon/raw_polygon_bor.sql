/* ---
height: checkpoint
fed_by: topic checkpoint
keep: forever
--- */
create table if not exists raw_polygon_bor (
  network LowCardinality(String) comment 'Network',
  checkpoint UInt32 comment 'Checkpoint whose blocks they are' codec(Delta, ZSTD(1)),
  signer LowCardinality(String) comment 'Producer',
  duty_count UInt32 comment 'Bor blocks that were its turn' codec(ZSTD(1)),
  made_count UInt32 comment 'Those of them that it made' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, checkpoint, signer)
comment 'One row per checkpoint and producer who had the turn for any of its Bor blocks'
