/* ---
height: to_day
fed_by: transform
announces: [fct_polygon_window]
swap: last
keep: forever
revision: 56
--- */
create table if not exists int_polygon_window (
  network LowCardinality(String) comment 'Network',
  window_days UInt16 comment '1, 7 or 30; 0: all',
  from_day Date comment 'First complete UTC day of the window',
  to_day Date comment 'Last complete UTC day',
  facts_checksum UInt64 comment 'Checksum of the facts from which the days of the window are computed',
  version UInt64 comment 'Version of the rows of the window'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, window_days)
comment 'One row per window with computed records: their inputs. Written after the records'
