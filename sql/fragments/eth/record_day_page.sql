-- record_page.sql for days, which are one row each.
-- allow page-order: no two days begin with the same epoch
order by
  {sortBy:Identifier} * if({sortOrder:String} = 'desc', -1, 1) asc nulls last,
  startEpoch * if({sortOrder:String} = 'desc', -1, 1) asc,
  validatorIndex asc
limit {limit:UInt64} offset {offset:UInt64}
