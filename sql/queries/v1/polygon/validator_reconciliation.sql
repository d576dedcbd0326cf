-- Stakes of one validator by events, compared with the contract at a block of each day and with Heimdall at that time,
-- in POL; and its rewards by checkpoints since an earlier such day, compared with those of the contracts. The tables
-- store residuals as the first side less the other one.
select date, quantity, expected, actual, residual, unit, reason, isComplete
from (
  select
    held.day as date,
    part.1 as quantity,
    part.2 as expected,
    part.3 as actual,
    part.4 as residual,
    'POL' as unit,
    if(part.4 is null, toNullable(part.5), null) as reason,
    -- A state read later on the same day replaces this one.
    toBool(
      (part.4 is not null or part.6)
      and held.day < assumeNotNull((select max(day) from int_polygon_day where network = {network:String}))
    ) as isComplete
  from fct_polygon_stake_reconciliation as held final
  inner join (
    select validator, day, block_number, self_stake, delegated_stake, heimdall_power
    from raw_polygon_validator final
    where network = {network:String} and validator = {validatorId:UInt32}
  ) as state on state.validator = held.validator and state.day = held.day and state.block_number = held.block_number
  -- Quantity, value by events, value of the other side, residual, whether it is unknown, and whether it stays unknown.
  array join [
    (
      'delegatedStake',
      vaPol(held.delegated_stake),
      toNullable(vaPol(state.delegated_stake)),
      -vaPol(held.delegated_residual),
      'not all events up to the block at which the contract was read are here',
      false
    ),
    (
      'heimdallStake',
      toDecimal256(intDiv(held.heimdall_stake, toUInt128('1000000000000000000')), 18),
      toDecimal256(state.heimdall_power, 18),
      -toDecimal256(held.heimdall_residual, 18),
      if(
        state.heimdall_power is null,
        'it is not in the set of Heimdall',
        'the last event that Heimdall knew of is not here'
      ),
      state.heimdall_power is null
    ),
    (
      'selfStake',
      vaPol(held.self_stake),
      toNullable(vaPol(state.self_stake)),
      -vaPol(held.self_residual),
      if(
        state.self_stake = 0,
        'it has taken its stake back, which no event that is read reports',
        'not all events up to the block at which the contract was read are here'
      ),
      state.self_stake = 0
    )
  ] as part
  where
    held.network = {network:String}
    and held.validator = {validatorId:UInt32}
    -- Older states were stored without their day.
    and held.day > toDate('1970-01-01')
    and vaWithin(held.day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
  union all
  select
    added.day as date,
    part.1 as quantity,
    part.2 as expected,
    part.3 as actual,
    -part.4 as residual,
    part.5 as unit,
    if(
      part.4 is null,
      transform(
        if(added.reason = '', 'no_shares', added.reason),
        ['missing_checkpoints', 'restaked', 'left', 'no_shares'],
        [
          'not all checkpoints since the contract was read before are here',
          'it restaked, which may take rewards without an event',
          'it has left: the contract adds its last rewards late',
          'it takes no delegations'
        ],
        ''
      ),
      null
    ) as reason,
    toBool(added.is_whole = 1) as isComplete
  from fct_polygon_reward_reconciliation as added final
  array join [
    (
      'delegatorRewardPerStake',
      toNullable(toDecimal256(added.earned_per_share, 0) * toDecimal256('0.0000000000000000000000001', 25)),
      toDecimal256(added.contract_per_share, 0) * toDecimal256('0.0000000000000000000000001', 25),
      toDecimal256(added.per_share_residual, 0) * toDecimal256('0.0000000000000000000000001', 25),
      'POL per POL'
    ),
    (
      'validatorRewards',
      toNullable(toDecimal256(vaPol(added.earned_reward), 25)),
      toDecimal256(vaPol(added.contract_reward), 25),
      toDecimal256(vaPol(added.reward_residual), 25),
      'POL'
    )
  ] as part
  where
    added.network = {network:String}
    and added.validator = {validatorId:UInt32}
    and vaWithin(added.day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
)
-- allow page-order: the names in the list differ
order by toUInt16(date) * if({sortOrder:String} = 'desc', -1, 1) asc, quantity asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
