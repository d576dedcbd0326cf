-- Performance of the network in intervals of 3,000 slots, by time.
select
  /* include fragments/solana/served_period_interval.sql */
  /* include fragments/solana/served_network.sql */
  /* include fragments/solana/served_blocks.sql */
  /* include fragments/solana/served_network_votes.sql */
  /* include fragments/solana/served_depth.sql */
from fct_solana_network_performance_interval as record final
where
  /* include fragments/solana/requested_intervals.sql */
order by toInt64(record.interval_slot) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
