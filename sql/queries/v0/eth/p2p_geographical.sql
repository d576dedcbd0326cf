-- Shares of validators by the country of the peer behind which they are, largest first. Those of peers whose country is
-- unknown are part of the whole, but no row.
with
  peers as (
    /* include fragments/eth/counted_peers.sql */
  ),
  countries as (
    select
      country_code,
      sum(validator_count) as own_count,
      sum(own_count) over () as all_count
    from peers
    where {distType:String} = 'all' or validator_count >= 10
    group by country_code
  )
select
  transform(country_code, {countryCodes:Array(String)}, {countryNames:Array(String)}, country_code) as country,
  country_code as countryCode,
  vaShare(own_count, all_count) as validatorShare,
  {distType:String} as distType
from countries
where country_code != '' and own_count > 0
order by validatorShare desc, country asc
