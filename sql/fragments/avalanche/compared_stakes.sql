-- Stakes that a node reported, and those by blocks at the same time: both sides, or one of them. Reads
-- `reported_stakes`, `own_stakes` and `looks` (day, height, seconds) of the including statement.
compared_stakes as (
  select
    looks.day as day,
    looks.height as height,
    reported.node_id as node_id,
    reported.tx_id as tx_id,
    reported.end_at as end_at,
    toNullable(reported.potential_reward_navax) as reported_navax,
    if(own.end_at = 0, toNullable(toUInt64(0)), own.computed_reward_navax) as computed_navax
  from reported_stakes as reported
  inner join looks on looks.height = reported.height
  left join own_stakes as own on own.tx_id = reported.tx_id and own.end_at = reported.end_at
  union all
  -- Nodes report nothing for stakes that have no part yet, or no longer have one.
  select
    alive.day as day,
    alive.height as height,
    alive.node_id as node_id,
    alive.tx_id as tx_id,
    alive.end_at as end_at,
    null as reported_navax,
    alive.computed_reward_navax as computed_navax
  from (
    select looks.day as day, looks.height as height, own.*
    from own_stakes as own
    cross join looks
    where ifNull(own.start_at <= looks.seconds, false) and own.end_at > looks.seconds
  ) as alive
  left anti join reported_stakes as reported
    on reported.height = alive.height and reported.tx_id = alive.tx_id and reported.end_at = alive.end_at
)
