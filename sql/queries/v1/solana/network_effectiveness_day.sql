-- Performance of the network in days, by time.
select
  /* include fragments/solana/served_period_day.sql */
  /* include fragments/solana/served_network.sql */
  /* include fragments/solana/served_blocks.sql */
  /* include fragments/solana/served_network_votes.sql */
  /* include fragments/solana/served_depth.sql */
from fct_solana_network_performance_daily as record final
where
  /* include fragments/solana/requested_days.sql */
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
