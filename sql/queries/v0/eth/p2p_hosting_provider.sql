-- Shares of validators by the host of their peer, largest first. Peers of unknown host count in the total, but have no
-- row.
select
  place as hostingProvider,
  vaShare(own_count, all_count) as validatorShare,
  {distributionType:String} as distType
from (
  /* include fragments/eth/peer_places.sql */
)
where place != '' and own_count > 0
order by validatorShare desc, hostingProvider asc
limit {size:UInt64} offset {from:UInt64}
settings exact_rows_before_limit = 1
