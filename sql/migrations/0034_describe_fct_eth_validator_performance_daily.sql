alter table fct_eth_validator_performance_daily
  comment column slashing_penalty_gwei 'Initial slashing penalties and correlation penalties, zero or below'
