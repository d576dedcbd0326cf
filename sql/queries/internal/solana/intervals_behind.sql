-- Intervals with more known slots, including later ones, than their sums are computed from.
select network, any_interval as slot
from (
  select
    network,
    any_interval,
    countIf(slot >= any_interval) + countIf(slot >= any_interval and depth = 'votes') as facts,
    countIf(slot < any_interval + {interval_slots:UInt32}) as own
  from raw_solana_slot final
  -- A slot counts for its own interval, and for the previous one if votes for that may land in it.
  array join arrayDistinct([
    toUInt32(intDiv(slot, {interval_slots:UInt32}) * {interval_slots:UInt32}),
    toUInt32(
      intDiv(greatest(slot, {late_slots:UInt32}) - {late_slots:UInt32}, {interval_slots:UInt32})
        * {interval_slots:UInt32}
    )
  ]) as any_interval
  group by network, any_interval
) as stored
left join (
  select
    network,
    interval_slot,
    max(intDivOrZero(moduloOrZero(version, {version_revision:UInt64}), {version_facts:UInt64})) as facts,
    sum(slot_count) as slot_count
  from int_solana_interval_part final
  group by network, interval_slot
) as made on made.network = stored.network and made.interval_slot = stored.any_interval
where stored.own > 0 and stored.own >= made.slot_count and stored.facts > made.facts
order by network, slot
