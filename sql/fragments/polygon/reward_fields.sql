-- Rewards of a validator, from its sums.
vaPol(sums.signing_reward) as signingRewards,
vaPol(sums.proposer_reward) as proposerRewards,
vaPol(sums.commission_reward) as commissionRewards,
vaPol(sums.delegator_reward) as delegatorRewards,
vaPol(sums.signing_reward + sums.proposer_reward) as grossRewards,
vaPol(sums.signing_reward + sums.proposer_reward - sums.delegator_reward) as netRewards,
vaPol(sums.missed_reward) as missedRewards,
