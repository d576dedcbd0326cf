-- Days of before don't say, which a replay makes good.
alter table fct_eth_validator_performance_daily
  add column if not exists unknown_orphan_count UInt32 comment 'Missed proposals that may have been orphaned, where an orphan would score: nodes forget orphans, and those of old history may be known to none' codec(T64, ZSTD(1)) after orphaned_count
