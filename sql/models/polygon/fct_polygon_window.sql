/* ---
grain: network, window_days, validator
reads: [fct_polygon_checkpoint, fct_polygon_validator_checkpoint, int_polygon_day, raw_polygon_share_event]
window: days
--- */
-- Delegations over a window of complete days. The reward of a delegation is proportional to its stake, so it suffices
-- to know how much of a validator's stake, at each checkpoint, was of delegations with stake at every checkpoint. Only
-- validators with a duty at each checkpoint count: stake left in others earns nothing.
insert into fct_polygon_window
with
  checkpoints as (
    select checkpoint, position, day, 1 as one
    from fct_polygon_checkpoint final
    where
      network = {network:String}
      and checkpoint between {from_checkpoint:UInt32} and {to_checkpoint:UInt32}
      and day in (
        select day
        from int_polygon_day final
        where network = {network:String} and is_complete = 1 and day between {from_day:Date} and {to_day:Date}
      )
  ),
  -- Changes by the first checkpoint at which they count.
  changes as (
    select
      event.validator as validator,
      event.account as account,
      following.checkpoint as checkpoint,
      sum(event.amount) as gained
    from (
      select validator, account, position, amount, 1 as one
      from raw_polygon_share_event final
      where network = {network:String} and position < {last_position:UInt64}
    ) as event
    asof inner join checkpoints as following on following.one = event.one and event.position < following.position
    group by event.validator, event.account, following.checkpoint
  ),
  steady as (
    select
      validator,
      checkpoint,
      sum(sum(gained)) over (partition by validator order by checkpoint asc) as stake
    from (
      select
        validator,
        checkpoint,
        gained,
        min(held) over (partition by validator, account) as least_held,
        min(checkpoint) over (partition by validator, account) as first_checkpoint
      from (
        select
          validator,
          account,
          checkpoint,
          gained,
          sum(gained) over (partition by validator, account order by checkpoint asc) as held
        from changes
      )
    )
    where
      least_held > 0
      and first_checkpoint = {from_checkpoint:UInt32}
      and validator in (
        select validator
        from fct_polygon_validator_checkpoint final
        where network = {network:String} and checkpoint in (select checkpoint from checkpoints)
        group by validator
        having count() = {checkpoint_count:UInt32}
      )
    group by validator, checkpoint
  ),
  days as (
    select
      arrayJoin([held.validator, 0]) as validator,
      held.day as day,
      sum(intDiv(toUInt256(duty.delegator_reward) * held.stake, greatest(duty.delegated_stake, 1))) as reward,
      sum(toUInt256(held.stake)) as stake,
      uniqExact(held.checkpoint) as checkpoints
    from (
      select due.validator as validator, due.checkpoint as checkpoint, due.day as day, toUInt256(steady.stake) as stake
      from (
        select checkpoint, day, validator
        from checkpoints
        cross join (select distinct validator from steady) as known
      ) as due
      asof inner join steady on steady.validator = due.validator and due.checkpoint >= steady.checkpoint
    ) as held
    left join (
      select validator, checkpoint, delegator_reward, delegated_stake
      from fct_polygon_validator_checkpoint final
      where network = {network:String} and checkpoint between {from_checkpoint:UInt32} and {to_checkpoint:UInt32}
    ) as duty on duty.validator = held.validator and duty.checkpoint = held.checkpoint
    group by validator, held.day
  ),
  yields as (
    select
      days.validator as validator,
      toUInt128(
        sum(intDiv(days.reward * toUInt256('1000000000000000000') * days.checkpoints, greatest(days.stake, 1)))
      ) as delegator_yield
    from days
    group by days.validator
  ),
  active as (
    select validator
    from fct_polygon_validator_checkpoint final
    where network = {network:String} and checkpoint = {to_checkpoint:UInt32}
  ),
  counts as (
    select arrayJoin(if(holder.validator in (active), [holder.validator, 0], [holder.validator])) as validator,
      uniqExact(holder.account) as delegator_count
    from (
      select validator, account
      from raw_polygon_share_event final
      where network = {network:String} and position < {last_position:UInt64}
      group by validator, account
      having sum(amount) > 0
    ) as holder
    group by validator
  )
select
  {network:String} as network,
  {window_days:UInt16} as window_days,
  known.validator as validator,
  {from_day:Date} as from_day,
  {to_day:Date} as to_day,
  {day_count:UInt32} as day_count,
  {checkpoint_count:UInt32} as checkpoint_count,
  {from_checkpoint:UInt32} as from_checkpoint,
  {to_checkpoint:UInt32} as to_checkpoint,
  toUInt32(counts.delegator_count) as delegator_count,
  if(yields.is_there = 1, toNullable(yields.delegator_yield), null) as delegator_yield,
  {version:UInt64} as version
from (
  select 0 as validator
  union distinct
  select toUInt32(validator)
  from fct_polygon_validator_checkpoint
  where network = {network:String} and checkpoint between {from_checkpoint:UInt32} and {to_checkpoint:UInt32}
) as known
left join counts on counts.validator = known.validator
left join (select *, 1 as is_there from yields) as yields on yields.validator = known.validator
