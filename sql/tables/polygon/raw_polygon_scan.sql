/* ---
height: none
fed_by: topic event
announces: [raw_polygon_stake_event, raw_polygon_share_event]
keep: forever
--- */
create table if not exists raw_polygon_scan (
  network LowCardinality(String) comment 'Network',
  from_block UInt32 comment 'First block of the root chain; 0 if there were no earlier events',
  to_block UInt32 comment 'Last block',
  stake_count UInt32 comment 'Rows in raw_polygon_stake_event',
  share_count UInt32 comment 'Rows in raw_polygon_share_event',
  version UInt64 comment 'Decoder revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, from_block, to_block)
comment 'One row per run of final blocks of the root chain whose events are all ingested'
