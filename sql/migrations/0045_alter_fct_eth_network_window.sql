-- Windows are made again with the next day, or with the next fact of execution.
alter table fct_eth_network_window
  add column if not exists mean_execution_percentage Nullable(Float64) comment 'Mean over the same validators of the yearly rate of execution rewards; null where one is not known' after median_consensus_percentage,
  add column if not exists median_execution_percentage Nullable(Float64) comment 'Median of these rates' after mean_execution_percentage,
  add column if not exists earnings_gwei Int64 comment 'Consensus rewards less penalties of all validators on the days of the window' after median_execution_percentage,
  add column if not exists tips_wei Nullable(UInt256) comment 'Priority fees that reached proposers on these days; null where those of a block are not known, or no execution node told of any' after earnings_gwei,
  add column if not exists baseline_mev_wei Nullable(UInt256) comment 'Baseline MEV of these days; null as well' after tips_wei
