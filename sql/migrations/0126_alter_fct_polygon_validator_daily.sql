-- Turns that Heimdall passed on are duties to propose. Rows of before know those of no checkpoint.
alter table fct_polygon_validator_daily
  modify column proposal_duty_count UInt32 comment 'Turns to propose a checkpoint: those that it used, and those that Heimdall passed on' codec(ZSTD(1)),
  modify column proposed_count UInt32 comment 'Checkpoints that it proposed' codec(ZSTD(1)),
  add column if not exists unknown_turn_count UInt32 default signing_duty_count comment 'Checkpoints that it had to sign of which it is unknown whose turns to propose were passed on' codec(ZSTD(1)) after net_yield
