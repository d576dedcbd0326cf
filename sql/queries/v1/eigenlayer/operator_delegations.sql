-- Who was delegated to one operator. Days on which the same operator was left and taken again are no break.
select
  vaEigenlayerAddress(record.staker) as delegator,
  if(pod.is_known = 1, vaEigenlayerAddress(pod.pod), null) as eigenpod,
  cast((null, vaEigenlayerAddress(record.operator)), 'Tuple(name Nullable(String), address String)') as operator,
  record.from_day as fromDate,
  if(record.to_day < record.last_day, record.to_day, null) as toDate
from (
  select
    staker,
    operator,
    min(day) as from_day,
    max(next_day) - 1 as to_day,
    any(last_day) as last_day
  from (
    select
      staker,
      operator,
      day,
      next_day,
      last_day,
      sum(operator != previous_operator) over (
        partition by staker
        order by day asc
        rows between unbounded preceding and current row
      ) as run
    from (
      select
        staker,
        operator,
        day,
        lagInFrame(operator, 1, toFixedString('', 20)) over whole as previous_operator,
        leadInFrame(day, 1, last_day + 1) over whole as next_day,
        assumeNotNull((select max(day) from int_eigenlayer_day where network = {network:String})) as last_day
      from int_eigenlayer_delegation_daily final
      where
        network = {network:String}
        and staker in (
          select staker
          from int_eigenlayer_delegation_daily
          where network = {network:String} and operator = toFixedString(unhex(substring({operator:String}, 3)), 20)
        )
      window whole as (
        partition by staker
        order by day asc
        rows between unbounded preceding and unbounded following
      )
    )
  )
  where operator != toFixedString('', 20)
  group by staker, operator, run
) as record
left join (
  select owner, any(pod) as pod, 1 as is_known
  from raw_eigenlayer_pod final
  where network = {network:String}
  group by owner
) as pod on pod.owner = record.staker
where
  ({fromDate:Nullable(Date)} is null or record.to_day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or record.from_day <= {toDate:Nullable(Date)})
  and record.operator = toFixedString(unhex(substring({operator:String}, 3)), 20)
order by toUInt16(record.from_day) * if({sortOrder:String} = 'desc', -1, 1) asc, record.staker asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
