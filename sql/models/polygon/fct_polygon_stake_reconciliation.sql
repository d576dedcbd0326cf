/* ---
grain: network, validator, day
reads: [raw_polygon_share_event, raw_polygon_stake_event, raw_polygon_validator]
window: state
--- */
-- Stakes by events, compared with the contract at a block and with Heimdall by the events that it knew.
insert into fct_polygon_stake_reconciliation
with
  own as (
    select
      event.validator as validator,
      argMaxIf(
        event.amount,
        event.position,
        event.kind in ('staked', 'restaked') and event.block_number <= state.block_number
      ) as self_stake,
      argMaxIf(
        event.amount,
        event.nonce,
        event.kind in ('staked', 'stake_update') and event.nonce <= state.heimdall_nonce
      ) as heimdall_stake,
      max(event.nonce = state.heimdall_nonce and event.nonce > 0) as is_reported
    from raw_polygon_stake_event as event final
    inner join (
      -- allow unknown-as-zero: null means that it is not in Heimdall's set, and then the stake is unknown
      select validator, block_number, ifNull(heimdall_nonce, 0) as heimdall_nonce
      from raw_polygon_validator final
      where network = {network:String} and day = {day:Date}
    ) as state on state.validator = event.validator
    where event.network = {network:String}
    group by event.validator
  ),
  shares as (
    select event.validator as validator, sum(event.amount) as delegated_stake
    from raw_polygon_share_event as event final
    inner join (
      select validator, block_number
      from raw_polygon_validator final
      where network = {network:String} and day = {day:Date}
    ) as state on state.validator = event.validator
    where event.network = {network:String} and event.block_number <= state.block_number
    group by event.validator
  )
select
  {network:String} as network,
  state.validator as validator,
  {day:Date} as day,
  state.block_number as block_number,
  -- A validator that has withdrawn its stake has none in the contract, but no event that is read records that.
  -- allow optional-default: without an event nothing was staked: the residual shows it
  if({is_covered:Bool} and state.self_stake > 0, toNullable(own.self_stake), null) as self_stake,
  if({is_covered:Bool}, toNullable(toUInt128(greatest(shares.delegated_stake, 0))), null) as delegated_stake,
  if(
    {is_covered:Bool} and state.self_stake > 0,
    toNullable(toInt128(own.self_stake) - toInt128(state.self_stake)),
    null
  ) as self_residual,
  if(
    {is_covered:Bool},
    toNullable(shares.delegated_stake - toInt128(state.delegated_stake)),
    null
  ) as delegated_residual,
  if(own.is_reported = 1, toNullable(own.heimdall_stake), null) as heimdall_stake,
  if(
    own.is_reported = 1,
    toNullable(
      toInt64(intDiv(own.heimdall_stake, toUInt128('1000000000000000000')))
      - toInt64(ifNull(state.heimdall_power, 0))
    ),
    null
  ) as heimdall_residual,
  toUInt64(state.block_number) * 4 + 2 * toUInt8({is_covered:Bool}) + own.is_reported as version
from raw_polygon_validator as state final
left join own on own.validator = state.validator
left join shares on shares.validator = state.validator
where state.network = {network:String} and state.day = {day:Date}
