/* ---
height: to_day
fed_by: model
keep: forever
--- */
create table if not exists fct_polygon_window (
  network LowCardinality(String) comment 'Network',
  window_days UInt16 comment '1, 7, 30; 0: all',
  validator UInt32 comment 'Validator; 0: all of them together' codec(ZSTD(1)),
  from_day Date comment 'First complete UTC day of the window',
  to_day Date comment 'Last complete UTC day; a row of an earlier one than others is outlived',
  day_count UInt32 comment 'Complete days in the window',
  checkpoint_count UInt32 comment 'Checkpoints of these days',
  from_checkpoint UInt32 comment 'First of them',
  to_checkpoint UInt32 comment 'Last of them',
  delegator_count UInt32 comment 'Addresses with stake at the last one; of all together in active validators' codec(ZSTD(1)),
  delegator_yield Nullable(UInt128) comment 'Sum over days of what delegations with stake at every checkpoint, to validators with a duty at each, got for each wei of their mean stake, times 1e18, each rounded down; null without such' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, last day, how much is known: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, window_days, validator)
comment 'One row per window of days up to the last complete one and validator: what summaries say of its delegations'
