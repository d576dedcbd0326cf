-- A `reward` as paid on its day, and as earned by its blocks, in ADA.
vaAda(reward.realized_member_reward) as totalRealizedDelegatorRewards,
vaAda(reward.realized_leader_reward) as totalRealizedValidatorRewards,
vaAda(reward.earned_member_reward) as totalEarnedDelegatorRewards,
vaAda(reward.earned_leader_reward) as totalEarnedValidatorRewards
