/* ---
grain: network, node_id, day
reads: [int_avalanche_stake, raw_avalanche_block, raw_avalanche_told]
window: days
--- */
-- Days of each validator: a day's part of an amount is the part accrued by its end less the part accrued by its start,
-- each rounded down, so that the parts of all days add up to the amount. Exact: integers of nAVAX.
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
  /* include fragments/avalanche/looks_of_days.sql */,
  /* include fragments/avalanche/compared_stakes.sql */,
  -- Potential rewards reported by nodes in the last reading of the day, less those computed from blocks.
  residuals as (
    select
      day,
      node_id,
      if(
        countIf(computed_navax is null) > 0,
        null,
        sum(toInt128(ifNull(reported_navax, 0)) - toInt128(ifNull(computed_navax, 0)))
      ) as residual
    from compared_stakes
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
  any(if(residuals.node_id = '', null, residuals.residual)) as potential_residual_navax,
  max(stakes.is_active) as is_active,
  any(stakes.day_is_complete) as is_complete,
  any(stakes.day_version) as version
from stakes
left join residuals on residuals.day = stakes.day and residuals.node_id = stakes.node_id
group by stakes.node_id, stakes.day
