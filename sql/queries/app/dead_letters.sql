-- Dead letters, newest first, and their total number without the limit.
select
  toString(dead_letter_id) as id,
  toString(topic) as topic,
  toString(state) as state,
  message_key as key,
  source_partition as partition,
  toString(source_offset) as offset,
  size_bytes as sizeBytes,
  toUnixTimestamp64Milli(died_at) as diedAtMs,
  reason as reason,
  toString(count() over ()) as total
from app_dead_letter final
where
  ({topic:Nullable(String)} is null or app_dead_letter.topic = {topic:Nullable(String)})
  and ({state:Nullable(String)} is null or toString(app_dead_letter.state) = {state:Nullable(String)})
  and (
    {reasonContains:Nullable(String)} is null
    or positionCaseInsensitiveUTF8(app_dead_letter.reason, assumeNotNull({reasonContains:Nullable(String)})) > 0
  )
order by died_at desc nulls last, dead_letter_id asc
limit {limit:UInt32}
