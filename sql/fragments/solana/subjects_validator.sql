-- Vote accounts of the newest state, and those with a day in the window. `sums` is their record in it.
select
  vote_account as id,
  vote_account as id_order,
  if(voters.identity = '', sums.identity, voters.identity) as other_id,
  voters.name as name,
  multiIf(
    voters.stake is null, toNullable('exited'),
    voters.is_delinquent = 1, 'delinquent',
    voters.stake = 0, 'inactive',
    'active'
  ) as status,
  vaSol(voters.stake) as stake,
  divideDecimal(toDecimal128(voters.commission, 0), toDecimal128(10000, 0), 4) as commission,
  sums.effectiveness * 100 as effectiveness,
  vaSol(multiIf(last_day is null or paid.unknown_days > 0, null, paid.lamports is null, 0, paid.lamports)) as rewards,
  CAST(null, 'Nullable(Decimal(76, 9))') as penalties,
  if(last_day is null, null, toNullable(toUInt64(sums.skipped_count))) as missed_duties,
  if(last_day is null, null, toNullable(toUInt64(sums.produced_count))) as proposals,
  if(last_day is null, null, toNullable(sums.day_count)) as days,
  last_day as last_day
from (
  select
    vote_account,
    identity,
    name,
    toNullable(activated_stake_lamports) as stake,
    toNullable(ifNull(commission_bps, toUInt16(commission) * 100)) as commission,
    is_delinquent
  from raw_solana_voter final
  where
    network = {network:String}
    and epoch = (select max(epoch) from raw_solana_state where network = {network:String})
) as voters
full join sums using (vote_account)
left join (
  select
    vote_account,
    toNullable(
      sum(toInt128(block_reward_lamports) + ifNull(voting_reward_lamports, 0) + ifNull(staking_reward_lamports, 0))
    ) as lamports,
    countIf(voting_reward_lamports is null or staking_reward_lamports is null) as unknown_days
  from fct_solana_validator_reward_daily final
  where network = {network:String} and is_complete = 1 and vaIsInWindow(day, last_day, {windowDays:Nullable(UInt16)})
  group by vote_account
) as paid using (vote_account)
