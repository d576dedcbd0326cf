-- Participation is no longer compared with the best account's.
alter table fct_solana_validator_performance_daily
  comment column participation 'Under Alpenglow: certificates that include it, of those that could, by blocks of the epochs; null when unknown'
