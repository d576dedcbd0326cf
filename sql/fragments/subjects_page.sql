-- A page of the CTE `subjects`. Subjects without a value in the sort column come last in either direction; the id
-- breaks ties.
select
  {kind:String} as kind,
  subjects.id as id,
  subjects.name as name,
  subjects.status as status,
  {token:String} as token,
  subjects.stake as stake,
  subjects.commission as commission,
  subjects.effectiveness as effectiveness,
  subjects.rewards as rewards,
  subjects.penalties as penalties,
  subjects.missed_duties as missedDuties,
  subjects.proposals as proposals,
  subjects.days as days,
  subjects.last_day as lastDay
from subjects
where
  ({status:Nullable(String)} is null or subjects.status = {status:Nullable(String)})
  and (
    {search:String} = ''
    or startsWith(subjects.id, {searchedId:String})
    or startsWith(subjects.other_id, {searchedId:String})
    or positionCaseInsensitiveUTF8(ifNull(subjects.name, ''), {search:String}) > 0
  )
-- allow page-order: id_order is another form of the id, and a subject has one row
order by
  -- A subject requested by its whole id comes first.
  {search:String} != '' and ({searchedId:String} in (subjects.id, subjects.other_id)) desc,
  if({sortBy:String} = 'stake', subjects.stake, null) * if({sortOrder:String} = 'desc', -1, 1) asc nulls last,
  if({sortBy:String} = 'rewards', subjects.rewards, null) * if({sortOrder:String} = 'desc', -1, 1) asc nulls last,
  if({sortBy:String} = 'effectiveness', subjects.effectiveness, null) * if({sortOrder:String} = 'desc', -1, 1)
    asc nulls last,
  if({sortBy:String} = 'name' and {sortOrder:String} = 'asc', lowerUTF8(subjects.name), null) asc nulls last,
  if({sortBy:String} = 'name' and {sortOrder:String} = 'desc', lowerUTF8(subjects.name), null) desc nulls last,
  if({sortBy:String} = 'id' and {sortOrder:String} = 'desc', subjects.id_order, null) desc nulls last,
  subjects.id_order asc
limit {limit:UInt64} offset {offset:UInt64}
settings
  output_format_parallel_formatting = 0,
  compile_expressions = 0,
  exact_rows_before_limit = 1
