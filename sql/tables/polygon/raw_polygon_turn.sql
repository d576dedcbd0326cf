/* ---
height: checkpoint
fed_by: topic checkpoint
keep: forever
view: polygon_turn
--- */
create table if not exists raw_polygon_turn (
  network LowCardinality(String) comment 'Network',
  checkpoint UInt32 comment 'Checkpoint that was due' codec(Delta, ZSTD(1)),
  from_height UInt32 comment 'Heimdall block that acknowledged the previous checkpoint' codec(Delta, ZSTD(1)),
  to_height UInt32 comment 'Heimdall block that acknowledged this one' codec(Delta, ZSTD(1)),
  passed_heights Array(UInt32) comment 'Heimdall blocks with a NoAck in between, ascending' codec(ZSTD(1)),
  passed_validators Array(UInt32) comment 'Validator whose turn to propose each of them skipped' codec(ZSTD(1)),
  waiting_proposers Array(LowCardinality(String)) comment 'Signer whose proposal was waiting for the root chain at each of them; empty if there was none' codec(ZSTD(1)),
  passed_at Array(DateTime('UTC')) comment 'Times of these blocks' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, checkpoint)
comment 'One row per checkpoint whose turns were read from Heimdall: all turns that it skipped (NoAck)'
