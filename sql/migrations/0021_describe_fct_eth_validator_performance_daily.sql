alter table fct_eth_validator_performance_daily
  modify comment 'One row per validator and day in which it had a duty, was paid, penalised or slashed; days by chain time and by UTC'
