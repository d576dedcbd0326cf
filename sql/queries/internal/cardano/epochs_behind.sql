-- Epochs of which more was told than is made of them.
select told.network as network, told.epoch as epoch
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
) as told
left join (select * from int_cardano_epoch final) as made on made.network = told.network and made.epoch = told.epoch
where
  told.has_facts > made.has_facts or told.is_paid > made.is_paid or told.read_at > made.read_at or made.network = ''
order by network, epoch
