-- Stored facts of each epoch: slots whose block, or its absence, is final; slots with committees; registry rows as
-- announced and as stored. Registries count from an earlier epoch on, that of a snapshot. Slots are given in addition
-- to epochs where they are the key.
select
  epoch,
  sum(block_count) as blocks,
  sum(committee_count) as committees,
  max(is_announced) as is_registry_announced,
  sum(announced_count) as registry_announced,
  sum(registry_count) as registry_found
from (
  select
    epoch,
    uniqExact(slot) as block_count,
    0 as committee_count,
    0 as is_announced,
    0 as announced_count,
    0 as registry_count
  from raw_eth_block final
  where
    network = {network:String}
    and epoch between {from:UInt32} and {to:UInt32}
    and is_final = 1
    and status != 'orphaned'
    and slot between {from:UInt32} * {slots:UInt32} and {to:UInt32} * {slots:UInt32} + {slots:UInt32} - 1
  group by epoch
  union all
  select epoch, 0, count(), 0, 0, 0
  from raw_eth_committee final
  where
    network = {network:String}
    and epoch between {from:UInt32} and {to:UInt32}
    and slot between {from:UInt32} * {slots:UInt32} and {to:UInt32} * {slots:UInt32} + {slots:UInt32} - 1
  group by epoch
  union all
  select epoch, 0, 0, 1, toUInt64(registry_rows), 0
  from raw_eth_epoch final
  where network = {network:String} and epoch between {registry_from:UInt32} and {to:UInt32}
  union all
  select epoch, 0, 0, 0, 0, uniqExact(validator_index)
  from raw_eth_registry
  where network = {network:String} and epoch between {registry_from:UInt32} and {to:UInt32}
  group by epoch
)
group by epoch
