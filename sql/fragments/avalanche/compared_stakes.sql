-- Stakes as a node returned them at a look, and those that blocks have then: both sides, or one of them. Reads
-- `told_stakes`, `own_stakes` and `looks` (day, height, seconds) of the statement that includes it.
compared_stakes as (
  select
    looks.day as day,
    looks.height as height,
    told.node_id as node_id,
    told.tx_id as tx_id,
    told.end_at as end_at,
    toNullable(told.potential_reward_navax) as told_navax,
    if(own.end_at = 0, toNullable(toUInt64(0)), own.computed_reward_navax) as computed_navax
  from told_stakes as told
  inner join looks on looks.height = told.height
  left join own_stakes as own on own.tx_id = told.tx_id and own.end_at = told.end_at
  union all
  -- Of those that have no part yet, or not any more, nodes say nothing.
  select
    alive.day as day,
    alive.height as height,
    alive.node_id as node_id,
    alive.tx_id as tx_id,
    alive.end_at as end_at,
    null as told_navax,
    alive.computed_reward_navax as computed_navax
  from (
    select looks.day as day, looks.height as height, own.*
    from own_stakes as own
    cross join looks
    where ifNull(own.start_at <= looks.seconds, false) and own.end_at > looks.seconds
  ) as alive
  left anti join told_stakes as told
    on told.height = alive.height and told.tx_id = alive.tx_id and told.end_at = alive.end_at
)
