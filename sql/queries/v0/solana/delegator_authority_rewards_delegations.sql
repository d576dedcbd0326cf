-- Rewards of the stake accounts of one authority by day, in order of time, with its validators.
select
  /* include fragments/solana/served_authority_rewards.sql */
  cast(
    arrayMap(
      stake -> (
        stake.2,
        stake.3,
        vaRatio(toUInt64(stake.1) * 100, sum(record.delegated_stake_lamports))
      ),
      arrayReverseSort(
        groupArrayIf(
          (record.delegated_stake_lamports, toString(record.vote_account), voters.name),
          record.delegated_stake_lamports > 0
        )
      )
    ),
    'Array(Tuple(validatorVoteAccount String, validatorName Nullable(String), percentage Nullable(Float64)))'
  ) as delegations,
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
left join (
  select vote_account, name
  from raw_solana_voter final
  where
    network = {network:String}
    and epoch = (select max(epoch) from raw_solana_state where network = {network:String})
) as voters on voters.vote_account = record.vote_account
/* include fragments/solana/authority_reward_records.sql */
