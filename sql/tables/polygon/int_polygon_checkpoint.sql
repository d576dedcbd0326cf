/* ---
height: checkpoint
fed_by: transform
announces: [fct_polygon_checkpoint, fct_polygon_validator_checkpoint]
swap: last
keep: forever
revision: 32
--- */
create table if not exists int_polygon_checkpoint (
  network LowCardinality(String) comment 'Network',
  checkpoint UInt32 comment 'Checkpoint' codec(Delta, ZSTD(1)),
  facts_checksum UInt64 comment 'Checksum of the facts of the checkpoint, and of all events of stakes and rules before it',
  version UInt64 comment 'As of the rows of the checkpoint'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, checkpoint)
comment 'One row per checkpoint whose records are there: what they are computed from. Written after the records'
