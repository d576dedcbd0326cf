-- Distribution roots by token, reconciled with claims: the sum of a root's leaves, as returned by the sidecar, equals
-- the amounts claimed from it and from the roots before it, plus the amount that can still be claimed. residual is 0.
-- network, root_index: the root; it must not be disabled.
-- Example: select token, leaves, claimed, claimable, residual
--   from view_eigenlayer_root_token(network = 'mainnet', root_index = 3) where residual != 0
create or replace view view_eigenlayer_root_token as
select
  vaEigenlayerAddress(leaf.token) as token,
  toInt256(leaf.total) as leaves,
  leaf.earner_count as earner_count,
  account.claimed as claimed,
  account.claimable as claimable,
  toInt256(leaf.total) - account.claimed - account.claimable as residual
from (
  select token, total, earner_count
  from raw_eigenlayer_leaf final
  where network = {network:String} and root_index = {root_index:UInt32}
) as leaf
left join (
  select token, sum(paid) as claimed, sum(greatest(earned - paid, toInt256(0))) as claimable
  from (
    select token, earner, sum(earned_part) as earned, sum(paid_part) as paid
    from (
      select
        reward.token as token,
        reward.earner as earner,
        toInt256(reward.cumulative) - toInt256(reward.before) as earned_part,
        toInt256(0) as paid_part
      from (
        select token, earner, snapshot, root_index, cumulative, before
        from raw_eigenlayer_reward final
        where network = {network:String}
      ) as reward
      inner join (
        select
          root_index,
          toDate(calculation_end_at) as last_snapshot,
          max(toDate(calculation_end_at)) over (
            order by root_index asc
            rows between unbounded preceding and 1 preceding
          ) as earlier_snapshot
        from raw_eigenlayer_root final
        where
          network = {network:String}
          and root_index <= {root_index:UInt32}
          and root_index not in (select root_index from raw_eigenlayer_disabled_root where network = {network:String})
      ) as covering on covering.root_index = reward.root_index
      where reward.snapshot > covering.earlier_snapshot and reward.snapshot <= covering.last_snapshot
      union all
      select
        claim.token as token,
        claim.earner as earner,
        toInt256(0) as earned_part,
        toInt256(claim.amount) as paid_part
      from (
        select token, earner, root, amount
        from raw_eigenlayer_claim final
        where network = {network:String}
      ) as claim
      where claim.root in (
        select root
        from raw_eigenlayer_root
        where network = {network:String} and root_index <= {root_index:UInt32}
      )
    )
    group by token, earner
  )
  group by token
) as account on account.token = leaf.token
comment 'One row per token of a distribution root; amounts in the smallest unit of the token'
