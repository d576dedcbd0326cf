/* ---
grain: network, time_window, validator_index
reads: [fct_eth_validator_performance_daily]
window: window_validator
--- */
-- Totals of validators in each time window. Arrays hold a value per window, so that a day is read and grouped once;
-- sums of decimals don't depend on the order of days.
insert into fct_eth_validator_duty_window
with
  days as (
    select
      validator_index,
      if(day = {last_day:UInt32}, effective_balance_gwei, null) as last_balance_gwei,
      attestation_duty_count - attested_count + proposer_duty_count - proposed_count + sync_missed_count
        as missed_duty_count,
      proposed_count,
      attestation_reward_gwei + sync_reward_gwei + proposer_attestation_reward_gwei + proposer_sync_reward_gwei
        + proposer_slashing_reward_gwei as reward_gwei,
      attestation_penalty_gwei + inactivity_penalty_gwei + sync_penalty_gwei + slashing_penalty_gwei as penalty_gwei,
      unknown_slashing_count,
      toDecimal128(ifNull(validator_effectiveness, 0), 15) as rating,
      validator_effectiveness is not null as is_rated,
      arrayMap(first_day -> day >= first_day, {apr_first_days:Array(UInt32)}) as is_within
    from fct_eth_validator_performance_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day in (select arrayJoin({apr_days:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  -- For every validator with a day, including those without a day in any window, so that no outdated row remains.
  sums as (
    select
      validator_index,
      max(last_balance_gwei) as effective_balance_gwei,
      sumForEach(is_within) as day_counts,
      sumForEach(arrayMap(within -> within * missed_duty_count, is_within)) as missed_duty_counts,
      sumForEach(arrayMap(within -> within * proposed_count, is_within)) as proposed_counts,
      sumForEach(arrayMap(within -> within * reward_gwei, is_within)) as rewards,
      sumForEach(arrayMap(within -> within * penalty_gwei, is_within)) as penalties,
      sumForEach(arrayMap(within -> within * days.unknown_slashing_count, is_within)) as unknown_slashing_counts,
      sumForEach(arrayMap(within -> within * rating, is_within)) as rating_sums,
      sumForEach(arrayMap(within -> within and is_rated, is_within)) as rating_counts
    from days
    group by validator_index
  )
select
  {network:String} as network,
  time_window,
  sums.validator_index as validator_index,
  {last_day:UInt32} as last_day,
  sums.day_counts[place] as day_count,
  sums.effective_balance_gwei as effective_balance_gwei,
  sums.missed_duty_counts[place] as missed_duty_count,
  sums.proposed_counts[place] as proposed_count,
  sums.rewards[place] as reward_gwei,
  if(sums.unknown_slashing_counts[place] = 0, sums.penalties[place], null) as penalty_gwei,
  vaRatio(toFloat64(sums.rating_sums[place]), sums.rating_counts[place]) as validator_effectiveness,
  {version:UInt64} as version
from sums
array join
  {time_windows:Array(String)} as time_window,
  arrayEnumerate({time_windows:Array(String)}) as place
