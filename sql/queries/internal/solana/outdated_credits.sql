-- Epochs with more known slots than their credits are computed from.
select here.network as network, here.epoch as epoch
from (
  select
    slots.network as network,
    epochs.epoch as epoch,
    count() + countIf(slots.depth = 'votes') as facts
  from (select network, slot, depth from raw_solana_slot final) as slots
  inner join (
    select
      network,
      epoch,
      last_slot,
      if(before_first > 0 and before_last + 1 = first_slot, before_first, first_slot) as since_slot
    from (
      select
        network,
        epoch,
        first_slot,
        last_slot,
        lagInFrame(first_slot) over (partition by network order by epoch) as before_first,
        lagInFrame(last_slot) over (partition by network order by epoch) as before_last
      from raw_solana_epoch final
    )
  ) as epochs on epochs.network = slots.network
  where slots.slot between epochs.since_slot and epochs.last_slot + {late_slots:UInt32}
  group by network, epoch
) as here
left join (
  select
    network,
    epoch,
    max(intDivOrZero(moduloOrZero(version, {reward_revision:UInt64}), {reward_facts:UInt64})) as facts
  from fct_solana_vote_credit_epoch
  group by network, epoch
) as made on made.network = here.network and made.epoch = here.epoch
where here.facts > made.facts
order by network, epoch
