-- Stakes that last after a block, as computed from blocks; sums of delegations also over those that nodes reported.
with
  begun as (
    select tx_id, min(height) as first_height
    from raw_avalanche_stake
    where network = {network:String}
    group by tx_id
  ),
  lasting as (
    select
      stake.node_id as node_id,
      stake.tx_id as tx_id,
      stake.height as height,
      stake.is_validator as is_validator,
      stake.weight_navax as weight_navax,
      stake.start_at as start_at,
      stake.end_at as end_at,
      stake.reward_navax as reward_navax,
      stake.computed_reward_navax is not null as is_computed
    from int_avalanche_stake as stake final
    asof left join (
      select tx_id, height, network from raw_avalanche_reward final where network = {network:String}
    ) as reward on reward.network = stake.network and reward.tx_id = stake.tx_id and stake.height < reward.height
    where
      stake.network = {network:String}
      and stake.height <= {point:UInt32}
      -- Before Durango, stakes started later than their transactions.
      -- allow unknown-as-zero: a stake without a start began with its transaction, before the point
      and ifNull(stake.start_at, 0) <= (
        select toUInt64(toUnixTimestamp(max(block_at)))
        from raw_avalanche_block final
        where network = {network:String} and height = {point:UInt32}
      )
      and (reward.height = 0 or reward.height >= {point:UInt32})
      and stake.node_id not in {left_out:Array(String)}
  ),
  settings as (
    select tx_id, argMax(tuple(period, restake_shares), at) as latest, any(shares) as shares
    from (
      select tx_id, period, restake_shares, shares, (height, position) as at
      from raw_avalanche_stake final
      where network = {network:String}
      union all
      select tx_id, period, restake_shares, null as shares, (height, position) as at
      from raw_avalanche_config final
      where network = {network:String} and height <= {point:UInt32}
    )
    group by tx_id
  ),
  fees as (
    select
      validator.tx_id as tx_id,
      -- allow unknown-as-zero: a fee that is unknown makes the sum differ from the node, which is reported
      sum(delegation.fee_navax - delegation.paid_fee_navax) as fee_navax
    from lasting as validator
    inner join (
      select node_id, height, fee_navax, paid_fee_navax, tx_id, end_at
      from int_avalanche_stake final
      where network = {network:String} and is_validator = 0 and is_committed = 1
    ) as delegation on delegation.node_id = validator.node_id
    inner join (
      select tx_id, height from raw_avalanche_reward final where network = {network:String}
    ) as reward on reward.tx_id = delegation.tx_id
    where
      validator.is_validator = 1
      and delegation.end_at > validator.start_at
      and reward.height < {point:UInt32}
    group by validator.tx_id
  )
select
  stake.node_id as subject,
  concat(figure.1, '/', stake.tx_id) as item,
  toString(figure.2) as value,
  (
    select toString(toDate(block_at))
    from raw_avalanche_block final
    where network = {network:String} and height = {point:UInt32}
  ) as date
from (
  select
    lasting.node_id as node_id,
    lasting.tx_id as tx_id,
    arrayConcat(
      [
        -- allow unknown-as-zero: an unknown time differs from the node, which is reported
        ('start_time_s', ifNull(lasting.start_at, 0)),
        ('end_time_s', lasting.end_at),
        ('weight_navax', lasting.weight_navax),
        -- allow unknown-as-zero: an unknown reward differs from the node, which is reported
        ('potential_reward_navax', ifNull(lasting.reward_navax, 0))
      ],
      if(
        lasting.is_validator = 1,
        [
          ('delegation_fee_millionths', toUInt64(ifNull(settings.shares, 0))),
          ('next_period_s', settings.latest.1),
          ('restaked_reward_millionths', toUInt64(settings.latest.2)),
          -- allow unknown-as-zero: without delegations that ended there is no fee
          ('accrued_fee_navax', toUInt64(ifNull(fees.fee_navax, 0)))
        ],
        []
      )
    ) as figures
  from lasting
  inner join begun on begun.tx_id = lasting.tx_id
  left join settings on settings.tx_id = lasting.tx_id
  left join fees on fees.tx_id = lasting.tx_id
  where lasting.is_computed = 1 and (lasting.is_validator = 1 or lasting.node_id in {sampled:Array(String)})
) as stake
array join stake.figures as figure
union all
select
  node_id as subject,
  sums.1 as item,
  toString(sums.2) as value,
  null as date
from (
  select
    node_id,
    [
      ('delegator_count', toUInt64(countIf(is_validator = 0))),
      ('delegator_weight_navax', sumIf(weight_navax, is_validator = 0))
    ] as pairs
  from lasting
  group by node_id
  having countIf(is_validator = 1) > 0 and {has_sums:UInt8} = 1
)
array join pairs as sums
