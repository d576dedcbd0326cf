-- Shares of validators by the host of the peer behind which they are, largest first, with the sample that they are of.
with
  peers as (
    /* include fragments/eth/counted_peers.sql */
  ),
  providers as (
    select
      hosting_provider,
      count() as peer_count,
      sum(validator_count) as own_count,
      sum(peer_count) over () as sample_peer_count,
      sum(own_count) over () as all_count
    from peers
    where {distributionType:String} = 'all' or validator_count >= 10
    group by hosting_provider
  )
select
  hosting_provider as hostingProvider,
  vaShare(own_count, all_count) as validatorShare,
  {distributionType:String} as distributionType,
  peer_count as peerCount,
  sample_peer_count as samplePeerCount,
  all_count as sampleValidatorCount
from providers
where hosting_provider != '' and own_count > 0
order by validatorShare desc, hostingProvider asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
