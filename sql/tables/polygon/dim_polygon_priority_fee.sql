/* ---
height: none
fed_by: topic state
keep: forever
--- */
create table if not exists dim_polygon_priority_fee (
  network LowCardinality(String) comment 'Network',
  day Date comment 'UTC day on which they were earned' codec(Delta, ZSTD(1)),
  validator UInt32 comment 'Validator' codec(ZSTD(1)),
  amount Nullable(Decimal(38, 18)) comment 'Priority fees, POL; null if there are none' codec(ZSTD(1)),
  version UInt64 comment 'Edition of the priority fee file: only rows of a day''s newest edition count' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day, validator)
comment 'One row per validator and UTC day of the priority fee file'
