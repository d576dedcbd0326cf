-- Shares of validators by the country of the peer behind which they are, largest first, with the sample that they are
-- of: a share of fifty peers is none of a network.
with
  peers as (
    /* include fragments/eth/counted_peers.sql */
  ),
  countries as (
    select
      country_code,
      count() as peer_count,
      sum(validator_count) as own_count,
      sum(peer_count) over () as sample_peer_count,
      sum(own_count) over () as all_count
    from peers
    where {distributionType:String} = 'all' or validator_count >= 10
    group by country_code
  )
select
  transform(country_code, {countryCodes:Array(String)}, {countryNames:Array(String)}, country_code) as country,
  country_code as countryCode,
  vaShare(own_count, all_count) as validatorShare,
  {distributionType:String} as distributionType,
  peer_count as peerCount,
  sample_peer_count as samplePeerCount,
  all_count as sampleValidatorCount
from countries
where country_code != '' and own_count > 0
order by validatorShare desc, country asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
