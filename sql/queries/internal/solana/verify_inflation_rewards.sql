-- Inflation rewards of some accounts for an epoch, for the comparison with getInflationReward. Amounts and slots of
-- stake accounts are those of their computed records; the rest is from rewards in blocks of the next epoch.
with
  paid as (
    select account, reward_type, slot, lamports, post_balance_lamports, commission, commission_bps
    from raw_solana_reward final
    where
      network = {network:String}
      and slot between {paid_from:UInt32} and {paid_to:UInt32}
      and has({accounts:Array(String)}, account)
      and (reward_type = 'Voting' or vaSolanaIsStakeReward(reward_type))
  ),
  computed as (
    select stake_account as account, slot, staking_reward_lamports as lamports
    from int_solana_stake_reward_epoch final
    where
      network = {network:String}
      and epoch = {point:UInt32}
      and slot > 0
      and has({accounts:Array(String)}, stake_account)
  ),
  days as (
    select slot, toString(day) as day
    from raw_solana_slot final
    where network = {network:String} and slot in (select slot from paid where reward_type = 'Voting')
  )
select
  account as subject,
  part.1 as item,
  assumeNotNull(part.2) as value,
  if(paid.reward_type = 'Voting', toNullable(days.day), null) as date
from paid
full join computed using (account)
left join days on days.slot = paid.slot
array join arrayFilter(
  part -> part.2 is not null and has({items:Array(String)}, part.1),
  [
    ('reward_lamports', toNullable(toString(if(paid.reward_type = 'Voting', paid.lamports, computed.lamports)))),
    ('effective_slot', toNullable(toString(if(paid.reward_type = 'Voting', paid.slot, computed.slot)))),
    ('post_balance_lamports', toNullable(toString(paid.post_balance_lamports))),
    ('commission_percent', toString(paid.commission)),
    ('commission_bps', toString(paid.commission_bps))
  ]
) as part
