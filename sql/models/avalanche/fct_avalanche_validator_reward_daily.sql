/* ---
grain: network, node_id, day
reads: [int_avalanche_stake, raw_avalanche_told]
window: days
--- */
-- Days of each validator: a day's part of an amount is what has come of it by the day's end less what had by its begin,
-- each rounded down, so that the parts of all days are the amount. Exact: integers of nAVAX.
insert into fct_avalanche_validator_reward_daily
with
  stakes as (
    select
      stake.node_id as node_id,
      stake.pubkey as pubkey,
      stake.is_validator as is_validator,
      stake.end_at as end_at,
      stake.start_at as start_at,
      day,
      day_version,
      day_is_complete,
      toUInt64(day) * 86400 as day_begin,
      day_begin + 86400 as day_end,
      /* include fragments/avalanche/day_parts.sql */,
      ifNull(stake.paid_on = toDate(day), false) as is_paid,
      if(is_paid, stake.paid_own_navax, 0) as paid_own,
      if(is_paid, stake.paid_fee_navax, 0) as paid_fee,
      ifNull(stake.start_at < day_end, false) and stake.end_at > day_begin as is_alive,
      stake.end_at >= day_begin and stake.end_at < day_end as is_ending,
      stake.is_validator = 1 and ifNull(stake.start_at < day_end, false) and stake.end_at >= day_end as is_active
    from int_avalanche_stake as stake final
    array join
      {days:Array(UInt16)} as day,
      {versions:Array(UInt64)} as day_version,
      {completes:Array(UInt8)} as day_is_complete
    where stake.network = {network:String} and (is_alive or is_ending or is_paid)
  ),
  -- What nodes said of potential rewards at the last look of the day, less what is made of blocks.
  looks as (
    select
      toUInt16(look.1) as day,
      told.node_id as node_id,
      sum(toInt128(told.potential_reward_navax) - ifNull(stake.reward_navax, told.potential_reward_navax)) as residual
    from raw_avalanche_told as told final
    inner join (
      select arrayJoin(arrayZip({days:Array(UInt16)}, {states:Array(UInt32)})) as look
    ) as looked on looked.look.2 = told.height
    inner join (
      select tx_id, end_at, reward_navax from int_avalanche_stake final where network = {network:String}
    ) as stake on stake.tx_id = told.tx_id and stake.end_at = told.end_at
    where told.network = {network:String}
    group by day, node_id
  )
select
  {network:String} as network,
  stakes.node_id as node_id,
  toDate(stakes.day) as day,
  argMaxIf(
    tuple(stakes.pubkey),
    tuple(stakes.start_at, stakes.end_at),
    stakes.is_validator = 1 and (stakes.is_alive or stakes.is_ending)
  ).1 as pubkey,
  sumIf(toUInt128(stakes.paid_own), stakes.is_validator = 0) as delegator_reward_navax,
  sumIf(toUInt128(stakes.paid_own), stakes.is_validator = 1) as validator_reward_navax,
  sum(toUInt128(stakes.paid_fee)) as fee_reward_navax,
  sumIf(toUInt128(stakes.own_part), stakes.is_validator = 0) as potential_delegator_reward_navax,
  sumIf(toUInt128(stakes.own_part), stakes.is_validator = 1) as potential_validator_reward_navax,
  sum(toUInt128(stakes.fee_part)) as potential_fee_reward_navax,
  any(if(looks.node_id = '', null, looks.residual)) as potential_residual_navax,
  max(stakes.is_active) as is_active,
  any(stakes.day_is_complete) as is_complete,
  any(stakes.day_version) as version
from stakes
left join looks on looks.day = stakes.day and looks.node_id = stakes.node_id
group by stakes.node_id, stakes.day
