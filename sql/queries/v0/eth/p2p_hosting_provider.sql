-- Shares of validators by who hosts the peer behind which they are, largest first. Those of peers whose host is unknown
-- are part of the whole, but no row.
with
  peers as (
    /* include fragments/eth/counted_peers.sql */
  ),
  providers as (
    select
      hosting_provider,
      sum(validator_count) as own_count,
      sum(own_count) over () as all_count
    from peers
    where {distType:String} = 'all' or validator_count >= 10
    group by hosting_provider
  )
select
  hosting_provider as hostingProvider,
  vaShare(own_count, all_count) as validatorShare,
  {distType:String} as distType
from providers
where hosting_provider != '' and own_count > 0
order by validatorShare desc, hostingProvider asc
limit {size:UInt64} offset {from:UInt64}
settings exact_rows_before_limit = 1
