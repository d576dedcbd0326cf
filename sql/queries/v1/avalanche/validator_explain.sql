-- The facts of a validator's day: its stakes and delegations with the transactions that started them, the day's part of
-- each reward, payments on the day, and the node's report. Amounts in AVAX.
with
  toUInt64(toUInt16({day:Date})) * 86400 as day_begin,
  day_begin + 86400 as day_end,
  stakes as (
    select
      tx_id,
      end_at,
      height,
      is_validator,
      weight_navax,
      start_at,
      reward_navax,
      is_committed,
      /* include fragments/avalanche/day_parts.sql */,
      ifNull(paid_on = {day:Date}, false) as is_paid,
      if(is_paid, paid_own_navax, 0) as paid_own,
      if(is_paid, paid_fee_navax, 0) as paid_fee,
      (ifNull(start_at < day_end, false) and end_at > day_begin)
        or (end_at >= day_begin and end_at < day_end)
        or is_paid as is_of_day
    from int_avalanche_stake final
    where network = {network:String} and node_id = {validator:String}
  ),
  looks as (
    select {day:Date} as day, height, toUInt64(toUnixTimestamp(block_at)) as seconds
    from raw_avalanche_block final
    where network = {network:String} and height = {state_height:UInt32} and height > 0
  ),
  reported_stakes as (
    select height, node_id, tx_id, end_at, potential_reward_navax
    from raw_avalanche_told final
    where network = {network:String} and height = {state_height:UInt32} and node_id = {validator:String}
  ),
  own_stakes as (
    select node_id, tx_id, start_at, end_at, computed_reward_navax
    from int_avalanche_stake final
    where network = {network:String} and node_id = {validator:String}
  ),
  /* include fragments/avalanche/compared_stakes.sql */,
  parts as (
    select
      if(is_validator = 1, 'stake', 'delegation') as kind,
      'int_avalanche_stake' as source,
      height,
      tx_id,
      end_at,
      format(
        '{} nAVAX from {} to {}, which will pay {} nAVAX',
        toString(weight_navax),
        ifNull(toString(toDateTime(start_at, 'UTC')), 'an unknown start'),
        toString(toDateTime(end_at, 'UTC')),
        ifNull(toString(reward_navax), 'unknown')
      ) as expected,
      format('the day\'s part of it: {} for the staker, {} as fee', toString(own_part), toString(fee_part)) as actual,
      vaAvax(own_part + fee_part) as fact_amount,
      [
        (if(is_validator = 1, 'totalPotentialValidatorRewards', 'totalPotentialDelegatorRewards'), vaAvax(own_part)),
        ('totalPotentialValidatorFeeRewards', vaAvax(fee_part)),
        ('totalPotentialGrossRewards', vaAvax(own_part + fee_part))
      ] as counted
    from stakes
    where is_of_day
    union all
    select
      'payout' as kind,
      'int_avalanche_stake' as source,
      height,
      tx_id,
      end_at,
      format('the reward of a stake that ended {}', toString(toDateTime(end_at, 'UTC'))) as expected,
      if(
        is_committed = 1,
        format('{} nAVAX paid to the staker, {} nAVAX of fees', toString(paid_own), toString(paid_fee)),
        'aborted: nothing was paid'
      ) as actual,
      vaAvax(paid_own + paid_fee) as fact_amount,
      [
        (if(is_validator = 1, 'totalValidatorRewards', 'totalDelegatorRewards'), vaAvax(paid_own)),
        ('totalValidatorFeeRewards', vaAvax(paid_fee)),
        ('totalGrossRewards', fact_amount)
      ] as counted
    from stakes
    where is_paid
    union all
    select
      if(reported_navax is null, 'untold', 'told') as kind,
      'raw_avalanche_told' as source,
      height,
      tx_id,
      end_at,
      format('{} nAVAX by blocks', ifNull(toString(computed_navax), 'unknown')) as expected,
      if(
        reported_navax is null,
        'a stake that the node does not have',
        format('{} nAVAX, as a node says', ifNull(toString(reported_navax), ''))
      ) as actual,
      vaAvax(toInt128(ifNull(reported_navax, 0)) - toInt128(ifNull(computed_navax, ifNull(reported_navax, 0))))
        as fact_amount,
      [('potentialRewardsResidual', fact_amount)] as counted
    from compared_stakes
  ),
  facts as (
    select
      kind,
      source,
      toUInt64(height) as place,
      'block' as height_kind,
      height,
      null as block_hash,
      toString(tx_id) as transaction_hash,
      concat('until ', toString(toDateTime(end_at, 'UTC'))) as item,
      expected,
      actual,
      fact_amount,
      'AVAX' as fact_unit,
      counted
    from parts
  )
/* include fragments/explained_facts.sql */
