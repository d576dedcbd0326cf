-- As of the days of validators.
alter table fct_eth_network_window
  modify column earnings_gwei Nullable(Int64) comment 'Consensus rewards less penalties of all validators on the days of the window; null where a correlation penalty is not known',
  comment column mean_consensus_percentage 'Mean over validators of the yearly rate of consensus rewards, in percent: of those that were active in every epoch of the window, 90 days at most; null where one is not known'
