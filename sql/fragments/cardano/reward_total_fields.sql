-- Sums and residuals of a `reward` in ADA, and whether they are final.
vaAda(reward.realized_member_reward + reward.realized_leader_reward) as totalRealizedGrossRewards,
vaAda(reward.earned_member_reward + reward.earned_leader_reward) as totalEarnedGrossRewards,
vaAda(reward.reward_residual) as earnedRewardsResidual,
vaAda(reward.unpaid_reward) as earnedUnpaidRewards,
if(reward.earned_leader_reward is null, ['epochRewards'], []) as waitsFor,
toBool(reward.is_complete = 1) as isComplete
