-- Runs of blocks without gaps.
select min(block) as from_block, max(to_block) as to_block
from (
  select
    block,
    to_block,
    sum(is_first) over (order by block asc, to_block asc rows between unbounded preceding and current row) as run
  from (
    select
      block,
      to_block,
      block > 1 + max(to_block) over (
        order by block asc, to_block asc
        rows between unbounded preceding and 1 preceding
      ) as is_first
    from raw_eigenlayer_span
    where network = {network:String}
  )
)
group by run
order by from_block
