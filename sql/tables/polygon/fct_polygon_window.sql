/* ---
height: to_day
fed_by: model
keep: forever
--- */
create table if not exists fct_polygon_window (
  network LowCardinality(String) comment 'Network',
  window_days UInt16 comment '1, 7 or 30; 0: all',
  validator UInt32 comment 'Validator; 0: all validators together' codec(ZSTD(1)),
  from_day Date comment 'First complete UTC day of the window',
  to_day Date comment 'Last complete UTC day; a row with an earlier day than others is outdated',
  day_count UInt32 comment 'Complete days in the window',
  checkpoint_count UInt32 comment 'Checkpoints on these days',
  from_checkpoint UInt32 comment 'First checkpoint of these days',
  to_checkpoint UInt32 comment 'Last checkpoint of these days',
  delegator_count UInt32 comment 'Addresses with stake at the last checkpoint; for all validators together, in active validators' codec(ZSTD(1)),
  delegator_yield Nullable(UInt128) comment 'Sum over days of the reward per wei of mean stake, times 1e18, each rounded down, of delegations with stake at every checkpoint to validators with a duty at each; null if there are none' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, last day, number of known facts: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, window_days, validator)
comment 'One row per validator and window of days up to the last complete one: the summary of its delegations'
