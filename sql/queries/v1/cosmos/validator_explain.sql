-- The facts of a validator's day: its events with their blocks, states at the ends of the day, and its delegations.
with
  toDecimal256(intExp10({tokenDecimals:UInt8}), 0) as whole,
  -- Base units have 18 decimals.
  toUInt8(18 + {tokenDecimals:UInt8}) as decimals,
  parts as (
    select
      toString(event.kind) as kind,
      'raw_cosmos_event' as source,
      height,
      event.transaction_hash as transaction_hash,
      if(
        section = 'finalize',
        format('event {}', toString(event_index)),
        format('transaction {}, event {}', toString(transaction_index), toString(event_index))
      ) as item,
      transform(
        toString(event.kind),
        ['rewards', 'commission', 'withdraw_rewards', 'withdraw_commission'],
        [
          'paid to the validator and its delegators', 'the validator\'s part of what was paid',
          'withdrawn by a delegator', 'withdrawn by the validator'
        ],
        ''
      ) as actual,
      divideDecimal(amount, whole, decimals) as fact_amount,
      {tokenSymbol:String} as fact_unit,
      arrayFilter(
        sign -> sign.2 != 0,
        [
          ('totalDelegationRewards', toInt16(event.kind = 'rewards')),
          ('totalCommissionRewards', toInt16(event.kind = 'commission')),
          ('netDelegationRewards', toInt16(event.kind = 'rewards') - (event.kind = 'commission')),
          ('rewardsResidual', toInt16(vaCosmosRewardSign(event.kind))),
          ('commissionResidual', toInt16(vaCosmosCommissionSign(event.kind)))
        ]
      ) as signs,
      [] as counts_as_one
    from raw_cosmos_event as event final
    where
      {hasRewards:Bool}
      and network = {network:String}
      and height between {from_block:UInt32} and {to_block:UInt32}
      and validator = {validator:String}
    union all
    select
      state.1 as kind,
      'raw_cosmos_validator' as source,
      height,
      null as transaction_hash,
      'state' as item,
      state.2 as actual,
      state.3 as fact_amount,
      state.4 as fact_unit,
      state.5 as signs,
      [] as counts_as_one
    from raw_cosmos_validator final
    array join
      arrayConcat(
        if(
          {hasRewards:Bool} and height = {rate_height:Nullable(UInt32)},
          [
            (
              'commission_rate', 'rate in the last known state of the day',
              toDecimal256(commission_rate, decimals), 'ratio', [('commissionRate', 1)]
            )
          ],
          []
        ),
        if(
          {hasRewards:Bool}
          and outstanding_reward is not null
          and (height = {to_block:UInt32} or height + 1 = {from_block:UInt32}),
          [
            (
              if(height = {to_block:UInt32}, 'outstanding_after', 'outstanding_before'), 'rewards not withdrawn yet',
              divideDecimal(assumeNotNull(outstanding_reward), whole, decimals), {tokenSymbol:String},
              [('rewardsResidual', if(height = {to_block:UInt32}, 1, -1))]
            ),
            (
              if(height = {to_block:UInt32}, 'commission_after', 'commission_before'), 'commission not withdrawn yet',
              divideDecimal(assumeNotNull(accumulated_commission), whole, decimals), {tokenSymbol:String},
              [('commissionResidual', if(height = {to_block:UInt32}, 1, -1))]
            )
          ],
          []
        ),
        if(
          {hasRewards:Bool}
          and pending_reward is not null
          and (height = {to_block:UInt32} or height + 1 = {from_block:UInt32}),
          [
            (
              if(height = {to_block:UInt32}, 'pending_after', 'pending_before'),
              'set aside at changes of delegations, not claimed yet',
              divideDecimal(assumeNotNull(pending_reward), whole, decimals), {tokenSymbol:String},
              [('rewardsResidual', if(height = {to_block:UInt32}, 1, -1))]
            )
          ],
          []
        ),
        if(
          height = {delegation_height:Nullable(UInt32)},
          [
            (
              'stake', 'bonded to the validator', divideDecimal(stake, whole, decimals), {tokenSymbol:String},
              [('activeStake', 1)]
            )
          ],
          []
        )
      ) as state
    where network = {network:String} and validator = {validator:String} and height <= {to_block:UInt32}
    union all
    select
      'delegation' as kind,
      'raw_cosmos_delegation' as source,
      height,
      null as transaction_hash,
      delegator as item,
      'delegated to the validator' as actual,
      divideDecimal(stake, whole, decimals) as fact_amount,
      {tokenSymbol:String} as fact_unit,
      [] as signs,
      ['totalDelegators'] as counts_as_one
    from raw_cosmos_delegation final
    where
      network = {network:String}
      and height = {delegation_height:Nullable(UInt32)}
      and validator = {validator:String}
  ),
  blocks as (
    select height, block_hash
    from raw_cosmos_block final
    where
      network = {network:String}
      and day >= {day:Date} - 1
      and day <= {day:Date}
      and height + 1 >= {from_block:UInt32}
  ),
  facts as (
    select
      parts.kind as kind,
      parts.source as source,
      toUInt64(parts.height) as place,
      'block' as height_kind,
      parts.height as height,
      if(blocks.block_hash = '', null, toString(blocks.block_hash)) as block_hash,
      parts.transaction_hash as transaction_hash,
      parts.item as item,
      null as expected,
      parts.actual as actual,
      parts.fact_amount as fact_amount,
      parts.fact_unit as fact_unit,
      arrayConcat(
        arrayMap(
          sign -> (sign.1, parts.fact_amount * sign.2),
          parts.signs
        ),
        arrayMap(name -> (name, toDecimal256(1, decimals)), parts.counts_as_one)
      ) as counted
    from parts
    left join blocks on blocks.height = parts.height
  )
/* include fragments/explained_facts.sql */
