-- Rewards of one pool and its members for a day's blocks by the ledger's formulas, compared with the payments for them,
-- in ADA.
select
  reward.day as date,
  'earnedRewards' as quantity,
  vaAda(reward.earned_member_reward + reward.earned_leader_reward - reward.reward_residual) as expected,
  vaAda(reward.earned_member_reward + reward.earned_leader_reward) as actual,
  vaAda(reward.reward_residual) as residual,
  'ADA' as unit,
  multiIf(
    reward.earned_leader_reward is null, 'the epoch is not paid for yet',
    reward.reward_residual is null, 'facts of the formulas or registrations of unpaid accounts are missing',
    null
  ) as reason,
  toBool(reward.is_complete = 1) as isComplete
from fct_cardano_pool_reward_daily as reward final
where
  reward.network = {network:String}
  and reward.pool = {pool:String}
  and vaWithin(reward.day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
