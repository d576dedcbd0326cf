-- Shares of validators by the country of the peer behind which they are, largest first. Those of peers whose country is
-- unknown are part of the whole, but no row.
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
