-- Rewards of the stake accounts of one authority by day, in order of time.
select
  /* include fragments/solana/served_authority_rewards.sql */
  arrayFilter(
    fact -> fact != '',
    [
      if(countIf(record.mev_reward_lamports is null) > 0, 'tips', ''),
      if(countIf(record.fee_reward_lamports is null) > 0, 'passedFees', '')
    ]
  ) as waitsFor,
  toBool(any(whole.is_complete) = 1) as isComplete
from fct_solana_authority_reward_daily as record final
/* include fragments/solana/reward_days.sql */
/* include fragments/solana/authority_reward_records.sql */
