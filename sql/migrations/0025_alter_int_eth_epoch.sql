-- Rows of before have no checksum: what is made of them is made again.
alter table int_eth_epoch
  add column if not exists duty_checksum UInt64 default 0 comment 'Checksum of the rows of fct_eth_validator_duty_epoch: what is made of them is made again when it changes; 0 is unknown' after carried_score
