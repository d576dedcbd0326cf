-- As of the days of validators.
alter table fct_eth_entity_performance_daily
  add column if not exists unknown_slashing_count UInt32 comment 'Correlation penalties of the day that are not known, because what was slashed in the weeks before is not: slashing_penalty_gwei is without them' codec(T64, ZSTD(1)) after unknown_missed_count,
  comment column slashing_penalty_gwei 'Initial slashing penalties and known correlation penalties, zero or below',
  comment column relay_weights 'Canonical blocks by relay, no_mev_boost among them: each weighs 720720, split over its relays; only of epochs of which all requested relays told'
