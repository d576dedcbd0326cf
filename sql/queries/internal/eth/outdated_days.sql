-- Days of both kinds whose records cover other epochs of a range than are computed, or fewer known facts of them. Days
-- with a gap have no record.
with
  (
    epoch -> [
      ('chain', toUInt32(intDiv(epoch, {epochs_per_day:UInt32}))),
      (
        'utc',
        toUInt32(
          intDiv({genesis_time:UInt64} + epoch * {epoch_seconds:UInt64}, 86400) - intDiv({genesis_time:UInt64}, 86400)
        )
      )
    ]
  ) as days_of
select computed.day_type as day_type, computed.from_epoch as from_epoch
from (
  select
    arrayJoin(days_of(epoch)) as both,
    both.1 as day_type,
    both.2 as day,
    min(epoch) as from_epoch,
    max(epoch) as to_epoch,
    count() as epochs,
    sum(carried_score) as score
  from int_eth_epoch final
  where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  group by both
) as computed
left join (
  select
    arrayJoin(days_of(epoch)) as both,
    both.1 as day_type,
    both.2 as day,
    count() + count(attestation_reward_gwei) as known
  from fct_eth_proposal_slot final
  where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  group by both
) as proposed on proposed.day_type = computed.day_type and proposed.day = computed.day
left join (
  select
    arrayJoin(days_of(epoch)) as both,
    both.1 as day_type,
    both.2 as day,
    count(penalty_gwei) as known
  from fct_eth_slashing_correlation final
  where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  group by both
) as correlated on correlated.day_type = computed.day_type and correlated.day = computed.day
left join (
  -- The lowest bits of a record's version count the known facts of its epochs; execution facts are completed
  -- separately.
  select
    toString(day_type) as day_type,
    day,
    start_epoch,
    end_epoch,
    bitAnd(version - execution_fact_count, {knowledge_max:UInt64}) as known
  from int_eth_day final
  where network = {network:String}
) as covered on covered.day_type = computed.day_type and covered.day = computed.day
where
  computed.epochs = computed.to_epoch - computed.from_epoch + 1
  and (
    computed.from_epoch != covered.start_epoch
    or computed.to_epoch != covered.end_epoch
    or least(computed.score + proposed.known + correlated.known, {knowledge_max:UInt64}) != covered.known
  )
order by from_epoch, day_type
