/* ---
grain: network, day
reads: [raw_cosmos_block, raw_cosmos_state, raw_cosmos_validator, raw_cosmos_delegation]
window: day
--- */
-- Known facts of a day. A day with a gap between its blocks is left as it is.
insert into int_cosmos_day
with
  blocks as (
    select
      min(height) as from_block,
      max(height) as to_block,
      count() as block_count,
      argMin(ifNull(previous_day < day, height = 1), height) as is_start_known,
      -- allow unknown-as-zero: a day whose next block is unknown is not complete
      argMax(ifNull(next_day > day, false), height) as is_end_known
    from raw_cosmos_block final
    where network = {network:String} and day = {day:Date}
    having block_count > 0 and block_count = to_block - from_block + 1
  ),
  validators as (
    select height, count() as validator_count
    from raw_cosmos_validator final
    where network = {network:String}
    group by height
  ),
  delegations as (
    select height, count() as delegation_count
    from raw_cosmos_delegation final
    where
      network = {network:String}
      and height between (select from_block from blocks) and (select to_block from blocks)
    group by height
  ),
  -- A state counts once all rows that it announces are stored.
  states as (
    select
      maxOrNull(state.height) as state_height,
      maxOrNullIf(
        state.height,
        state.height >= (select from_block from blocks)
        and state.delegation_count = ifNull(delegations.delegation_count, 0)
      ) as delegation_height,
      countIf(
        state.height = (select to_block from blocks)
        and ifNull(state.delegation_count = ifNull(delegations.delegation_count, 0), not {reads_delegations:Bool})
      ) as final_count
    from raw_cosmos_state as state final
    inner join validators on validators.height = state.height and validators.validator_count = state.validator_count
    left join delegations on delegations.height = state.height
    where state.network = {network:String} and state.height <= (select to_block from blocks)
  )
select
  {network:String} as network,
  {day:Date} as day,
  blocks.from_block as from_block,
  blocks.to_block as to_block,
  states.state_height as state_height,
  states.delegation_height as delegation_height,
  blocks.is_start_known and blocks.is_end_known and states.final_count > 0 as is_complete,
  {revision:UInt64} * {version_revision:UInt64} + blocks.block_count * {version_blocks:UInt64}
    + (states.state_height is not null) + (states.delegation_height is not null) + is_complete as version
from blocks
cross join states
