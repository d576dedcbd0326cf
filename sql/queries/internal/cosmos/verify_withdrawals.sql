-- Validators from which delegators withdrew rewards in a block: how often, and other changes of outstanding rewards.
select
  validator,
  countIf(kind = 'withdraw_rewards') as withdrawal_count,
  toString(-sumIf(amount * vaCosmosRewardSign(kind), kind != 'withdraw_rewards')) as other_change
from raw_cosmos_event final
where network = {network:String} and height = {point:UInt32}
group by validator
having withdrawal_count > 0
