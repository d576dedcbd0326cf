-- Stakes of a sample of delegators after the block of a checkpoint, by events.
with
  block as (
    select intDiv(position, 65536) as number
    from fct_polygon_checkpoint final
    where network = {network:String} and checkpoint = {point:UInt32}
  ),
  stakes as (
    select account, validator, sum(amount) as stake
    from raw_polygon_share_event final
    where network = {network:String} and block_number <= (select number from block)
    group by account, validator
    order by sipHash64(account, validator, {point:UInt32})
    limit {size:UInt32}
  )
select toString(account) as subject, concat('stake_wei/', toString(validator)) as item, toString(stake) as value
from stakes
where
  validator in (
    select validator from raw_polygon_validator where network = {network:String} and contract is not null
  )
