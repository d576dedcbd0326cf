alter table fct_eth_validator_reconciliation_daily
  comment column slashing_gwei 'Initial slashing penalties and correlation penalties, zero or below'
