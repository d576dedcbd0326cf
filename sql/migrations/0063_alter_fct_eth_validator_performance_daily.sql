-- A correlation penalty that is not known makes what a validator earned unknown. Older days count none until a replay
-- computes them again.
alter table fct_eth_validator_performance_daily
  add column if not exists unknown_slashing_count UInt32 comment 'Correlation penalties of the day that are not known, because what was slashed in the weeks before is not: slashing_penalty_gwei is without them' codec(T64, ZSTD(1)) after unknown_missed_count,
  comment column slashing_penalty_gwei 'Initial slashing penalties and known correlation penalties, zero or below'
