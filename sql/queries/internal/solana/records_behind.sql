-- Intervals and days whose records are computed from fewer facts than their sums, or before a state on which they
-- depend.
with
  parts as (
    select
      network,
      interval_slot,
      day,
      from_epoch,
      to_epoch,
      intDiv(version % {version_revision:UInt64}, {version_facts:UInt64}) as facts
    from int_solana_interval_part final
  ),
  states as (
    select network, groupArray((epoch, slot)) as known from raw_solana_state final group by network
  ),
  participations as (
    select network, groupUniqArray(epoch) as epochs from int_solana_participation_epoch group by network
  ),
  intervals as (
    select network, interval_slot, max(version % {version_revision:UInt64}) as made
    from fct_solana_network_performance_interval final
    group by network, interval_slot
  ),
  days as (
    select network, day, max(version % {version_revision:UInt64}) as made
    from fct_solana_network_performance_daily final
    group by network, day
  ),
  -- In the same way as the models compute their versions.
  wanted as (
    select
      parts.network as network,
      parts.interval_slot as slot,
      parts.day as day,
      sum(parts.facts) over (partition by parts.network, parts.interval_slot) as interval_facts,
      sum(parts.facts) over (partition by parts.network, parts.day) as day_facts,
      min(parts.from_epoch) over (partition by parts.network, parts.interval_slot) as interval_from_epoch,
      min(parts.from_epoch) over (partition by parts.network, parts.day) as day_from_epoch,
      max(parts.to_epoch) over (partition by parts.network, parts.interval_slot) as interval_epoch,
      max(parts.to_epoch) over (partition by parts.network, parts.day) as day_epoch,
      (
        interval_facts
        + arrayCount(one -> one between interval_from_epoch and interval_epoch, participations.epochs)
      ) * {version_facts:UInt64}
        + arrayMax(state -> if(state.1 <= interval_epoch + 1, state.2, 1), states.known) as interval_version,
      (day_facts + arrayCount(one -> one between day_from_epoch and day_epoch, participations.epochs))
        * {version_facts:UInt64}
        + arrayMax(state -> if(state.1 <= day_epoch + 1, state.2, 1), states.known) as day_version
    from parts
    left join states on states.network = parts.network
    left join participations on participations.network = parts.network
  )
select wanted.network as network, wanted.slot as slot, toString(wanted.day) as date
from wanted
left join intervals on intervals.network = wanted.network and intervals.interval_slot = wanted.slot
left join days on days.network = wanted.network and days.day = wanted.day
where intervals.made < wanted.interval_version or days.made < wanted.day_version
order by network, slot, date
