-- Amounts of a validator and its delegators, from a `record`.
vaSol(record.block_reward_lamports) as blockRewards,
vaSol(record.passed_fee_lamports) as sharedBlockRewards,
vaSol(record.voting_reward_lamports) as voteCommissionRewards,
vaSol(record.mev_commission_lamports) as mevCommissionRewards,
vaSol(
  record.block_reward_lamports + record.voting_reward_lamports + toInt64(record.mev_commission_lamports)
    - toInt64(record.passed_fee_lamports)
) as totalRewards,
vaSol(record.staking_reward_lamports) as delegatorStakingRewards,
vaSol(record.mev_reward_lamports) as delegatorMevRewards,
vaSol(record.delegator_fee_lamports) as delegatorBlockRewards,
vaSol(record.missed_staking_reward_lamports) as missedStakingRewards,
vaSol(record.commission_residual_lamports) as commissionResidual,
record.paid_stake_account_count as paidStakeAccounts
