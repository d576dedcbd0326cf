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
  checkpoint UInt32 comment 'Number of the checkpoint' codec(Delta, ZSTD(1)),
  facts_checksum UInt64 comment 'Checksum of the facts of the checkpoint, and of all earlier events of stakes and rules',
  version UInt64 comment 'Version of the rows of the checkpoint'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, checkpoint)
comment 'One row per checkpoint with computed records: their inputs. Written after the records'
