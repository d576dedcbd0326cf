/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists app_dead_letter (
  dead_letter_id FixedString(64) comment 'SHA-256 of topic, key and value, hex: a message that fails twice is one dead letter',
  topic LowCardinality(String) comment 'Topic of the message',
  state Enum8('open' = 1, 'requeued' = 2) comment 'open: not handled yet. requeued: published again, and not failed again so far',
  message_key String comment 'Key of the message',
  value_base64 String comment 'Value of the message, base64' codec(ZSTD(3)),
  headers Map(String, String) comment 'Headers of the message',
  reason String comment 'Why the worker could not process it',
  schema_version String comment 'Version of the event schema that the message names; empty if it names none',
  expected_schema_version String comment 'Version of the event schema that the worker expected',
  source_partition Nullable(UInt32) comment 'Partition of the message; null if the dead letter does not record it',
  source_offset Nullable(UInt64) comment 'Offset of the message; null if the dead letter does not record it',
  size_bytes UInt32 comment 'Size of the value in bytes',
  requeue_count UInt32 comment 'Number of times the message was requeued',
  died_at Nullable(DateTime64(3, 'UTC')) comment 'Time at which the worker gave up on the message; null if the dead letter does not record it',
  requeued_at Nullable(DateTime64(3, 'UTC')) comment 'Time of the last requeue; null while open',
  version UInt64 comment '2 * requeue_count, less 1 if requeued: redelivery does not reopen it, another failure does'
)
engine = ReplacingMergeTree(version)
order by (dead_letter_id)
comment 'One row per message that could not be processed'
