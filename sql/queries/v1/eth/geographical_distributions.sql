-- Shares of validators by the country of their peer, largest first, with the size of the sample, because a share of
-- fifty peers does not represent a network.
select
  transform(place, {countryCodes:Array(String)}, {countryNames:Array(String)}, place) as country,
  place as countryCode,
  vaShare(own_count, all_count) as validatorShare,
  {distributionType:String} as distributionType,
  peer_count as peerCount,
  sample_peer_count as samplePeerCount,
  all_count as sampleValidatorCount
from (
  /* include fragments/eth/peer_places.sql */
)
where place != '' and own_count > 0
order by validatorShare * if({sortOrder:String} = 'desc', -1, 1) desc, country asc, countryCode asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
