-- One row per period, and the requested page of them.
group by vaPeriodStart({granularity:String}, performance.date)
-- allow page-order: no two periods begin with the same epoch
order by
  {sortBy:Identifier} * if({sortOrder:String} = 'desc', -1, 1) asc nulls last,
  startEpoch * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1, output_format_parallel_formatting = 0, compile_expressions = 0
