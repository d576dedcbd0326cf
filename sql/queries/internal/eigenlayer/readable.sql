-- Number of stored blocks of a range, and of days that end in it without a state.
select
  {to:UInt32} - {from:UInt32} + 1 - sum(missing) as done,
  (
    select countIf(day not in (select day from int_eigenlayer_day final where network = {network:String}))
    from raw_eigenlayer_day final
    where network = {network:String} and last_block between {from:UInt32} and {to:UInt32}
  ) as outdated
from (
  select
    greatest(0, toInt64(next_block) - greatest(toInt64(end), toInt64({from:UInt32}) - 1) - 1) as missing
  from (
    select
      max(to_block) over (order by block asc, to_block asc rows between unbounded preceding and current row) as end,
      least(
        leadInFrame(toUInt64(block), 1, toUInt64({to:UInt32}) + 1) over (
          order by block asc, to_block asc
          rows between unbounded preceding and unbounded following
        ),
        toUInt64({to:UInt32}) + 1
      ) as next_block
    from (
      select block, to_block
      from raw_eigenlayer_span final
      where network = {network:String} and block <= {to:UInt32} and to_block >= {from:UInt32}
      union all
      select toUInt32(0) as block, toUInt32(greatest({from:UInt32}, 1) - 1) as to_block
    )
  )
)
