-- Stakes and commissions of validators just before a checkpoint, without those of other events of its block.
with
  block as (
    select intDiv(position, 65536) as number
    from fct_polygon_checkpoint final
    where network = {network:String} and checkpoint = {point:UInt32}
  )
select toString(validator) as subject, figure.1 as item, figure.2 as value, toString(day) as date
from fct_polygon_validator_checkpoint final
array join
  [
    ('self_stake_wei', toString(self_stake)),
    ('delegated_stake_wei', toString(delegated_stake)),
    ('commission_percent', toString(commission_percent))
  ] as figure
where
  network = {network:String}
  and checkpoint = {point:UInt32}
  and validator not in (
    select validator
    from raw_polygon_stake_event
    where network = {network:String} and block_number in (select number from block)
    union all
    select validator
    from raw_polygon_share_event
    where network = {network:String} and block_number in (select number from block)
  )
