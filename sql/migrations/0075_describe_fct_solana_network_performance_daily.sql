-- Participation is no longer compared with the best account's.
alter table fct_solana_network_performance_daily
  comment column participation 'Mean of the participation of its validators, by stake; null when unknown'
