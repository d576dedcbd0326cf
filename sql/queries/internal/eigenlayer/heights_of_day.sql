-- The first and last block of a finished day; the first day starts with the contracts' first block.
select
  countIf(day = {day:Date}) as found,
  toUInt32(
    greatest(
      maxIf(last_block, day < {day:Date}) + 1,
      assumeNotNull((select max(first_block) from dim_eigenlayer_network where network = {network:String}))
    )
  ) as first,
  maxIf(last_block, day = {day:Date}) as last
from raw_eigenlayer_day final
where network = {network:String} and day <= {day:Date}
