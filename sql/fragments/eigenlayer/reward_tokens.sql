-- Names of tokens, and the order of records.
left join (
  select token, name, symbol, decimals
  from dim_eigenlayer_token final
  where network = {network:String}
) as token on token.token = record.token
-- allow page-order: all rows are of one account
order by toUInt16(record.date) * if({sortOrder:String} = 'desc', -1, 1) asc, record.token asc
limit {limit:UInt64} offset {offset:UInt64}
