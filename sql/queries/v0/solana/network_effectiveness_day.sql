-- Performance of the network in days, newest first.
select
  /* include fragments/solana/served_period_day.sql */
  /* include fragments/solana/served_network.sql */
  /* include fragments/solana/served_blocks.sql */
  /* include fragments/solana/served_network_votes.sql */
  /* include fragments/solana/served_depth.sql */
from fct_solana_network_performance_daily as record final
where
  /* include fragments/solana/requested_days.sql */
order by record.day desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
