-- Shares of validators by the country of their peer, largest first. Peers of unknown country count in the total, but
-- have no row.
select
  transform(place, {countryCodes:Array(String)}, {countryNames:Array(String)}, place) as country,
  place as countryCode,
  vaShare(own_count, all_count) as validatorShare,
  {distributionType:String} as distType
from (
  /* include fragments/eth/peer_places.sql */
)
where place != '' and own_count > 0
order by validatorShare desc, country asc
