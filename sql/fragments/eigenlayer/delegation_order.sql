-- Pods of delegators, the ranges that overlap the requested one, and their order.
left join (
  select owner, any(pod) as pod, 1 as is_known
  from raw_eigenlayer_pod final
  where network = {network:String}
  group by owner
) as pod on pod.owner = record.staker
where
  ({fromDate:Nullable(Date)} is null or record.to_day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or record.from_day <= {toDate:Nullable(Date)})
-- allow page-order: a range begins with a change, and a staker has one a day
order by toUInt16(record.from_day) * if({sortOrder:String} = 'desc', -1, 1) asc, record.staker asc
limit {limit:UInt64} offset {offset:UInt64}
