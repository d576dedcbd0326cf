-- Deposits that were void are no amount of a balance.
alter table fct_eth_validator_duty_epoch
  comment column version 'Model revision'
