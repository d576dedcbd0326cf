-- Distribution roots up to a block, and the block at which they were disabled (0: never).
select
  root.root_index as root_index,
  root.block as block,
  concat('0x', lower(hex(root.root))) as root,
  toUnixTimestamp(root.calculation_end_at) as calculation_end,
  disabled.block as disabled_block
from raw_eigenlayer_root as root final
left join (
  select root_index, block
  from raw_eigenlayer_disabled_root final
  where network = {network:String} and block <= {block:UInt32}
) as disabled on disabled.root_index = root.root_index
where root.network = {network:String} and root.block <= {block:UInt32}
order by root_index
