-- Rates and completeness of the rewards of a validator and its delegators, from a `record`.
vaSol(record.activated_stake_lamports) as activatedStake,
record.commission_bps / 10000 as voteCommissionRate,
record.mev_commission_bps / 10000 as mevCommissionRate,
arrayFilter(
  fact -> fact != '',
  [
    if(record.mev_commission_lamports is null, 'tips', ''),
    if(record.passed_fee_lamports is null, 'passedFees', ''),
    if(record.staking_reward_lamports is null, 'stakeAccounts', '')
  ]
) as waitsFor,
toBool(record.is_complete = 1) as isComplete
