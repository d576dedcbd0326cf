-- Shares of validators by the host of their peer, largest first, with the size of the sample.
select
  place as hostingProvider,
  vaShare(own_count, all_count) as validatorShare,
  {distributionType:String} as distributionType,
  peer_count as peerCount,
  sample_peer_count as samplePeerCount,
  all_count as sampleValidatorCount
from (
  /* include fragments/eth/peer_places.sql */
)
where place != '' and own_count > 0
order by validatorShare * if({sortOrder:String} = 'desc', -1, 1) desc, hostingProvider asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
