-- Distribution of stake over validators, by the newest state.
with
  voters as (
    select
      activated_stake_lamports as stake,
      software_version,
      ifNull(commission_bps, toUInt16(commission) * 100) as commission_bps,
      is_delinquent,
      epoch,
      -- The power of ten of whole SOL; no bucket below one SOL.
      if(stake < 1000000000, 0, toUInt64(intExp10(length(toString(intDiv(stake, 1000000000))) - 1))) as minimum_stake
    from raw_solana_voter final
    where
      network = {network:String}
      and epoch = (select max(epoch) from raw_solana_state where network = {network:String})
      and activated_stake_lamports > 0
  ),
  (select sum(stake) from voters) as total,
  bands as (
    select groupArray((minimum_stake, validator_count, share)) as list
    from (
      select minimum_stake, count() as validator_count, sum(stake) / total as share
      from voters
      group by minimum_stake
      order by minimum_stake asc
    )
  ),
  versions as (
    select groupArray((validator_count, share, software_version)) as list
    from (
      select software_version, count() as validator_count, sum(stake) / total as share
      from voters
      group by software_version
      order by share desc, software_version asc
    )
  ),
  commissions as (
    select groupArray((validator_count, share, commission_bps / 10000)) as list
    from (
      select commission_bps, count() as validator_count, sum(stake) / total as share
      from voters
      group by commission_bps
      order by commission_bps asc
    )
  )
select
  max(voters.epoch) as epoch,
  count() as validatorCount,
  divideDecimal(toDecimal256(sum(voters.stake), 0), toDecimal256(1000000000, 0), 9) as activatedStake,
  -- From the highest rank of the least stake to the lowest of the most.
  1 - vaRatio(
    arraySum(
      (stake, rank) -> toFloat64(stake) * (2 * rank - 1),
      arrayReverseSort(groupArray(voters.stake)),
      arrayEnumerate(groupArray(voters.stake))
    ),
    toFloat64(total) * validatorCount
  ) as giniCoefficient,
  arrayFirstIndex(
    stake -> toUInt256(stake) * 3 > total,
    arrayCumSum(arrayReverseSort(groupArray(voters.stake)))
  ) as nakamotoCoefficient,
  countIf(voters.is_delinquent = 1) as delinquentCount,
  vaRatio(sumIf(voters.stake, voters.is_delinquent = 1), total) as delinquentStakeShare,
  cast(
    (select list from bands),
    'Array(Tuple(minimumStake UInt64, validatorCount UInt64, stakeShare Float64))'
  ) as stakeBands,
  cast(
    (select list from versions),
    'Array(Tuple(validatorCount UInt64, stakeShare Float64, softwareVersion Nullable(String)))'
  ) as softwareVersions,
  cast(
    (select list from commissions),
    'Array(Tuple(validatorCount UInt64, stakeShare Float64, voteCommissionRate Float64))'
  ) as commissions
from voters
having validatorCount > 0
