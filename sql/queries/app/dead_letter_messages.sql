-- Dead letters with all their fields.
select
  toString(dead_letter_id) as id,
  toString(topic) as topic,
  toString(state) as state,
  message_key as key,
  value_base64 as valueBase64,
  headers as headers,
  reason as reason,
  schema_version as schemaVersion,
  expected_schema_version as expectedSchemaVersion,
  source_partition as partition,
  toString(source_offset) as offset,
  requeue_count as requeueCount,
  toUnixTimestamp64Milli(died_at) as diedAtMs,
  toUnixTimestamp64Milli(requeued_at) as requeuedAtMs
from app_dead_letter final
where dead_letter_id in {ids:Array(String)}
order by dead_letter_id asc
