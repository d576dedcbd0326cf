/* ---
height: checkpoint
fed_by: topic checkpoint
keep: forever
--- */
create table if not exists raw_polygon_bor (
  network LowCardinality(String) comment 'Network',
  checkpoint UInt32 comment 'Checkpoint of the blocks' codec(Delta, ZSTD(1)),
  signer LowCardinality(String) comment 'Signer of the producer',
  duty_count UInt32 comment 'Bor blocks that it had the turn to produce' codec(ZSTD(1)),
  made_count UInt32 comment 'Bor blocks that it produced in its turn' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, checkpoint, signer)
comment 'One row per checkpoint and producer with the turn for at least one of its Bor blocks'
