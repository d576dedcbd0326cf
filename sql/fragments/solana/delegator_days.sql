-- Days of a delegator's window, up to the newest complete day or, without one, the newest day. Inflation is paid at the
-- end of an epoch, so yields of one day use three days.
(
  select if(max(is_complete) = 1, maxIf(day, is_complete = 1), max(day))
  from fct_solana_network_reward_daily final
  where network = {network:String}
) as last_day,
if({windowDays:Nullable(UInt16)} is null, toDate(0), last_day - ifNull({windowDays:Nullable(UInt16)}, 0) + 1)
  as first_day,
least(first_day, if(last_day < toDate(2), last_day, last_day - 2)) as first_yield_day,
days as (
  select
    count() as known_days,
    count(mev_reward_lamports) as known_tip_days,
    count(delegator_fee_lamports) as known_fee_days,
    min(from_epoch) as from_epoch,
    max(to_epoch) as to_epoch
  from fct_solana_network_reward_daily final
  where network = {network:String} and day between first_yield_day and last_day
),
(
  -- allow unknown-as-zero: the record of one day: null where it is unknown
  select sum(activated_stake_lamports)
  from fct_solana_network_performance_daily final
  where network = {network:String} and day = last_day
) as network_stake_lamports,
(select max(epoch) from raw_solana_stake_snapshot where network = {network:String}) as stake_epoch,
-- From the newest state.
voters as (
  select vote_account, name, toNullable(ifNull(commission_bps, toUInt16(commission) * 100)) as vote_bps
  from raw_solana_voter final
  where
    network = {network:String}
    and epoch = (select max(epoch) from raw_solana_state where network = {network:String})
),
tips as (
  select vote_account, argMax(toNullable(commission_bps), created_epoch) as tip_bps
  from raw_solana_tip final
  where network = {network:String}
  group by vote_account
),
ratings as (
  select vote_account, vaMeanOfDays(is_complete, effectiveness) as rating
  from fct_solana_validator_performance_daily final
  where network = {network:String} and day between first_day and last_day
  group by vote_account
),
