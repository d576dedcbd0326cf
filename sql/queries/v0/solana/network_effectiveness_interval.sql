-- Performance of the network in intervals of 3,000 slots, newest first.
select
  /* include fragments/solana/served_period_interval.sql */
  /* include fragments/solana/served_network.sql */
  /* include fragments/solana/served_blocks.sql */
  /* include fragments/solana/served_network_votes.sql */
  /* include fragments/solana/served_depth.sql */
from fct_solana_network_performance_interval as record final
where
  /* include fragments/solana/requested_intervals.sql */
order by record.interval_slot desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
