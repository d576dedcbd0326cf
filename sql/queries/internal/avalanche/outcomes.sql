-- Proposals to reward stakes, as the next block decided them; times in seconds.
select
  reward.height as height,
  reward.type_id as type_id,
  reward.tx_id as tx_id,
  toUInt64(toUnixTimestamp(proposal.block_at)) as proposed_at,
  option.kind = 'commit' as is_committed,
  toUInt64(toUnixTimestamp(option.block_at)) as decided_at
from raw_avalanche_reward as reward final
inner join (
  select height, block_at from raw_avalanche_block final where network = {network:String} and kind = 'proposal'
) as proposal on proposal.height = reward.height
inner join (
  select height, kind, block_at
  from raw_avalanche_block final
  where network = {network:String} and kind in ('commit', 'abort')
) as option on option.height = reward.height + 1
where reward.network = {network:String}
order by height
