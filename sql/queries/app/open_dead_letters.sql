-- A page of the open dead letters, in the order of their identifiers.
select toString(dead_letter_id) as id, size_bytes as sizeBytes
from app_dead_letter final
where
  state = 'open'
  and toString(dead_letter_id) > {after:String}
  and ({topic:Nullable(String)} is null or topic = {topic:Nullable(String)})
  and (
    {reasonContains:Nullable(String)} is null
    or positionCaseInsensitiveUTF8(reason, assumeNotNull({reasonContains:Nullable(String)})) > 0
  )
order by dead_letter_id asc
limit {limit:UInt32}
