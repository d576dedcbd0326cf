-- The facts of a validator's day: its rewards in each era that ended on it, by its points, commission and stake, each
-- with the block that ended the era. Amounts in DOT.
with
  earned as (
    select
      era,
      commission_planck,
      own_planck,
      delegator_planck,
      incentive_planck,
      total_stake_planck,
      own_stake_planck,
      nominator_count,
      era = max(era) over () as is_last
    from int_polkadot_validator_era final
    where
      network = {network:String}
      and era between {from_era:UInt32} and {to_era:UInt32}
      and validator = {validator:String}
  ),
  points as (
    select era, point_count, commission_ppb, true as is_reported
    from raw_polkadot_validator final
    where
      network = {network:String}
      and era between {from_era:UInt32} and {to_era:UInt32}
      and validator = {validator:String}
  ),
  eras as (
    select era, toString(source) as chain, toString(end_hash) as end_hash, end_block, payout_planck,
      point_total, true as is_read
    from raw_polkadot_era final
    where network = {network:String} and era between {from_era:UInt32} and {to_era:UInt32}
  ),
  parts as (
    select
      earned.era as era,
      part.1 as kind,
      part.2 as actual,
      part.3 as fact_amount,
      part.4 as fact_unit,
      part.5 as names,
      points.point_count as point_count,
      points.commission_ppb as commission_ppb,
      points.is_reported as is_reported
    from earned
    left join points on points.era = earned.era
    array join
      arrayConcat(
        [
          (
            'commission', 'commission of what was earned by points', vaDot(commission_planck), 'DOT',
            ['totalValidatorRewards', 'totalGrossRewards']
          ),
          (
            'own_stake_reward', 'what its own stake earned of the rest', vaDot(own_planck), 'DOT',
            ['totalValidatorRewards', 'totalGrossRewards']
          ),
          (
            'delegator_reward', 'what is left for nominators', vaDot(delegator_planck), 'DOT',
            ['totalDelegatorRewards', 'totalGrossRewards']
          ),
          (
            'incentive', 'paid for its own stake in addition to the payout', vaDot(incentive_planck), 'DOT',
            ['totalValidatorRewards', 'totalGrossRewards', 'validatorIncentive']
          )
        ],
        if(
          is_last,
          [
            ('total_stake', 'exposed stake', vaDot(total_stake_planck), 'DOT', ['totalStake']),
            ('own_stake', 'what of it is its own', vaDot(own_stake_planck), 'DOT', ['ownStake']),
            (
              'nominators', 'exposed nominators', vaDot(toUInt128(nominator_count) * 10000000000), 'nominators',
              ['nominatorCount']
            )
          ],
          []
        )
      ) as part
  ),
  facts as (
    select
      parts.kind as kind,
      'int_polkadot_validator_era' as source,
      toUInt64(parts.era) as place,
      'era' as height_kind,
      parts.era as height,
      if(eras.end_block = 0, null, eras.end_hash) as block_hash,
      null as transaction_hash,
      if(
        eras.end_block = 0,
        'end of the era', format('era ended by block {} of {}', toString(eras.end_block), eras.chain)
      ) as item,
      if(
        parts.is_reported and eras.is_read,
        format(
          '{} of {} points, of {} planck; commission {} billionths',
          toString(parts.point_count),
          toString(eras.point_total),
          toString(eras.payout_planck),
          toString(parts.commission_ppb)
        ),
        null
      ) as expected,
      parts.actual as actual,
      parts.fact_amount as fact_amount,
      parts.fact_unit as fact_unit,
      arrayMap(name -> (name, parts.fact_amount), parts.names) as counted
    from parts
    left join eras on eras.era = parts.era
  )
/* include fragments/explained_facts.sql */
