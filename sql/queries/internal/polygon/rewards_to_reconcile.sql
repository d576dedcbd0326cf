-- Pairs of contract readings between which rewards are not reconciled yet with all checkpoints. Whole: the checkpoints
-- before, between and after both blocks are contiguous.
with rule as (
  select max(block_number) as block_number, any(validator_count) as validator_count
  from raw_polygon_rule final
  where network = {network:String}
),
pairs as (
  select
    day,
    block_number,
    lagInFrame(day, 1, toDate('1970-01-01')) over days as before_day,
    lagInFrame(block_number, 1, 0) over days as from_block
  from (
    select day, max(block_number) as block_number, count() as validator_count
    from raw_polygon_validator final
    where network = {network:String} and day > toDate('1970-01-01') and reward is not null
    group by day
  )
  -- The rules are written after the validators of a state: for the newest one, all must be stored.
  where
    block_number < (select block_number from rule)
    or block_number = (select block_number from rule) and validator_count = (select validator_count from rule)
  window days as (order by day asc rows between unbounded preceding and current row)
)
select
  toString(pairs.day) as date,
  toString(pairs.before_day) as before_date,
  any(pairs.block_number) as block_number,
  any(pairs.from_block) as from_block,
  toUInt32(countIf(known.block > pairs.from_block and known.block <= pairs.block_number)) as checkpoint_count,
  maxIf(known.checkpoint, known.block <= pairs.from_block) as last_before,
  minIf(known.checkpoint, known.block > pairs.block_number) as first_after,
  toBool(last_before > 0 and first_after = last_before + checkpoint_count + 1) as is_whole
from pairs
left join (
  select day, min(from_block) as from_block, min(block_number) as block_number, min(is_whole) as is_whole
  from fct_polygon_reward_reconciliation final
  where network = {network:String}
  group by day
) as made on made.day = pairs.day
cross join (
  select checkpoint, intDiv(position, 65536) as block
  from fct_polygon_checkpoint final
  where network = {network:String}
) as known
where
  pairs.from_block > 0
  and (
    made.is_whole = 0 or made.from_block != pairs.from_block or made.block_number != pairs.block_number
  )
group by pairs.day, pairs.before_day
order by pairs.day
