-- Epochs with more known facts than their records are computed from.
select payouts.network as network, payouts.epoch as epoch
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
) as payouts
left join (select * from int_cardano_epoch final) as made on made.network = payouts.network and made.epoch = payouts.epoch
where
  payouts.has_facts > made.has_facts or payouts.is_paid > made.is_paid or payouts.read_at > made.read_at or made.network = ''
order by network, epoch
