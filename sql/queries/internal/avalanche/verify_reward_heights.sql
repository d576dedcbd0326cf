-- Proposals of a range whose stakes' rows are written, at most 256 of them, spread by hash.
select height
from (
  select reward.height as height
  from raw_avalanche_reward as reward final
  inner join (
    select tx_id
    from int_avalanche_stake final
    where network = {network:String} and is_committed is not null
  ) as ended on ended.tx_id = reward.tx_id
  where
    reward.network = {network:String}
    and reward.type_id = 20
    and reward.height between {from:UInt32} and {to:UInt32}
  order by sipHash64(reward.height)
  limit 256
)
order by height
