-- The block of a checkpoint on the root chain, validators with the duty to sign it, and those of other events of the
-- block.
with
  block as (
    select intDiv(position, 65536) as number
    from fct_polygon_checkpoint final
    where network = {network:String} and checkpoint = {point:UInt32}
  )
select
  toUInt32(number) as block_number,
  (
    select arraySort(groupArray(validator))
    from fct_polygon_validator_checkpoint final
    where network = {network:String} and checkpoint = {point:UInt32}
  ) as validators,
  (
    select arraySort(groupUniqArray(validator))
    from (
      select validator
      from raw_polygon_stake_event
      where network = {network:String} and block_number in (select number from block) and validator > 0
      union all
      select validator
      from raw_polygon_share_event
      where network = {network:String} and block_number in (select number from block)
    )
  ) as touched
from block
