-- Slots with a duty, newest first. The page's lowest slot is looked up by the key, without `final`, which would merge
-- the whole history. So a separate statement counts the rows.
select
  /* include fragments/eth/block_fields.sql */
from fct_eth_block as blocks final
where
  blocks.network = {network:String}
  and blocks.slot <= {from:UInt64}
  and blocks.slot >= (
    select min(slot)
    from (
      select distinct slot
      from fct_eth_block
      where network = {network:String} and slot <= {from:UInt64}
      order by slot desc
      limit {size:UInt64}
    )
  )
order by blocks.slot desc
limit {size:UInt64}
settings
  enable_analyzer = 0,
  prefer_column_name_to_alias = 1,
  output_format_parallel_formatting = 0,
  compile_expressions = 0
