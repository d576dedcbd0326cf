-- Chain days whose records cover other epochs than are computed, or know less of them.
select computed.from_epoch as from_epoch, computed.to_epoch as to_epoch
from (
  select
    intDiv(epoch, {epochs_per_day:UInt32}) as day,
    min(epoch) as from_epoch,
    max(epoch) as to_epoch,
    count() as epochs,
    sum(carried_score) as score
  from int_eth_epoch final
  where network = {network:String}
  group by day
) as computed
left join (
  select
    intDiv(slot, {epochs_per_day:UInt32} * {slots:UInt32}) as day,
    count() + count(attestation_reward_gwei) as known
  from fct_eth_proposal_slot final
  where network = {network:String}
  group by day
) as proposed on proposed.day = computed.day
left join (
  -- The lowest bits of a record's version count what was known of its epochs.
  select day, bitAnd(version, {knowledge_max:UInt64}) as known, end_epoch - start_epoch + 1 as epochs
  from int_eth_day final
  where network = {network:String} and day_type = 'chain'
) as covered on covered.day = computed.day
where
  computed.epochs != covered.epochs
  or least(computed.score + proposed.known, {knowledge_max:UInt64}) != covered.known
