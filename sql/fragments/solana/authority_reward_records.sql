-- Records of an authority on the requested days: the end of their statements.
where
  record.network = {network:String}
  and record.stake_authority = {stakeAuthority:String}
  and vaWithin(record.day, {dayMin:Nullable(Date)}, {dayMax:Nullable(Date)})
group by record.day
order by toUInt16(record.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {size:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1, prefer_column_name_to_alias = 1
