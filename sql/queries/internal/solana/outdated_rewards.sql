-- Intervals and days with more known facts than their rewards are computed from, or whose payouts were computed since.
with
  parts as (
    select
      network,
      interval_slot,
      day,
      from_slot,
      to_slot,
      intDivOrZero(moduloOrZero(version, {version_revision:UInt64}), {version_facts:UInt64}) as facts
    from int_solana_interval_part final
  ),
  paid as (
    select
      network,
      toUInt32(intDiv(slot, {interval_slots:UInt32}) * {interval_slots:UInt32}) as interval_slot,
      slot,
      count() as rewards
    from raw_solana_reward final
    group by network, slot
  ),
  whole as (
    select
      parts.network as network,
      parts.interval_slot as interval_slot,
      parts.day as day,
      any(parts.facts) + sumIf(paid.rewards, paid.slot between parts.from_slot and parts.to_slot) as facts
    from parts
    left join paid on paid.network = parts.network and paid.interval_slot = parts.interval_slot
    group by parts.network, parts.interval_slot, parts.day
  ),
  wanted as (
    select
      network,
      interval_slot,
      day,
      sum(facts) over (partition by network, interval_slot) as interval_facts,
      sum(facts) over (partition by network, day) as day_facts
    from whole
  ),
  -- The newest state used for payouts in an interval.
  payouts as (
    select
      network,
      toUInt32(intDiv(paid_slot, {interval_slots:UInt32}) * {interval_slots:UInt32}) as interval_slot,
      max(moduloOrZero(version, {reward_facts:UInt64})) as state
    from int_solana_stake_reward_epoch final
    array join arrayDistinct([slot, tip_slot]) as paid_slot
    where paid_slot > 0
    group by network, interval_slot
  ),
  intervals as (
    select
      network,
      interval_slot,
      max(intDivOrZero(moduloOrZero(version, {reward_revision:UInt64}), {reward_facts:UInt64})) as facts,
      max(moduloOrZero(version, {reward_facts:UInt64})) as state
    from fct_solana_validator_reward_interval
    group by network, interval_slot
  ),
  days as (
    select
      network,
      day,
      max(intDivOrZero(moduloOrZero(version, {reward_revision:UInt64}), {reward_facts:UInt64})) as facts,
      max(moduloOrZero(version, {reward_facts:UInt64})) as state
    from fct_solana_network_reward_daily
    group by network, day
  )
select wanted.network as network, wanted.interval_slot as slot, toString(wanted.day) as date
from wanted
left join intervals on intervals.network = wanted.network and intervals.interval_slot = wanted.interval_slot
left join days on days.network = wanted.network and days.day = wanted.day
left join payouts on payouts.network = wanted.network and payouts.interval_slot = wanted.interval_slot
where
  intervals.facts < wanted.interval_facts
  or days.facts < wanted.day_facts
  or least(intervals.state, days.state) < payouts.state
order by network, slot, date
