-- Turns that Heimdall passed on are duties to propose. Of rows of before none are known, until they are computed again.
alter table fct_polygon_validator_checkpoint
  modify column proposal_duty_count UInt8 comment 'Turns to propose it: the one that it used, and those that Heimdall passed on' codec(ZSTD(1)),
  modify column proposed_count UInt8 comment '1 when it proposed it' codec(ZSTD(1)),
  add column if not exists is_turn_known UInt8 comment '1 when it is known which turns to propose it Heimdall passed on' after is_signed
