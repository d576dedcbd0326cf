-- Epochs with more known facts than their records are computed from.
select facts.network as network, facts.epoch as epoch
from (
  select network, epoch, max(has_facts) as has_facts, max(is_paid) as is_paid, max(read_at) as read_at
  from (
    select network, epoch, 1 as has_facts, 0 as is_paid, version % {version_decoder:UInt64} as read_at
    from raw_cardano_epoch final
    union all
    select network, epoch, 0 as has_facts, 1 as is_paid, version % {version_decoder:UInt64} as read_at
    from raw_cardano_payout final
  )
  group by network, epoch
) as facts
left join (select * from int_cardano_epoch final) as made on made.network = facts.network and made.epoch = facts.epoch
where
  facts.has_facts > made.has_facts or facts.is_paid > made.is_paid or facts.read_at > made.read_at or made.network = ''
order by network, epoch
