-- Distribution roots after a block: how many, the last one's period, and the newest ones.
with
  roots as (
    select
      root.root_index as root_index,
      concat('0x', lower(hex(root.root))) as root,
      toUnixTimestamp(root.calculation_end_at) as calculation_end_s,
      toUnixTimestamp(root.activated_at) as activated_at_s,
      root.root_index in (
        select root_index
        from raw_eigenlayer_disabled_root
        where network = {network:String} and block <= {point:UInt32}
      ) as is_disabled
    from raw_eigenlayer_root as root final
    where root.network = {network:String} and root.block <= {point:UInt32}
  )
select '' as subject, 'root_count' as item, toString(count()) as value
from roots
union all
select '' as subject, 'last_calculation_end_s' as item, toString(argMax(calculation_end_s, root_index)) as value
from roots
union all
select '' as subject, concat(figure.1, '/', toString(root_index)) as item, figure.2 as value
from (
  select * from roots order by root_index desc limit {size:UInt32}
)
array join
  [
    ('root', root),
    ('calculation_end_s', toString(calculation_end_s)),
    ('activated_at_s', toString(activated_at_s)),
    ('is_disabled', toString(is_disabled))
  ] as figure
