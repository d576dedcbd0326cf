/* ---
height: none
fed_by: ingest
keep: forever
--- */
create table if not exists app_listener_cursor (
  listener String comment 'chain/network; the suffix /written marks the last unit that was seen in the tables',
  height UInt64 comment 'Last final unit whose messages were acknowledged (Ethereum: epoch); the first unit to publish if root is empty',
  slot UInt64 comment 'Last final slot of that unit',
  root String comment 'Block root at that slot; empty if nothing is published yet',
  positions String comment 'JSON object: offset of the last message acknowledged up to this unit, by topic/partition',
  generation UInt32 comment 'Number of times the listener went back because the bus had lost acknowledged messages',
  version UInt64 comment 'Generation, then height: within a generation cursors only move forward'
)
engine = ReplacingMergeTree(version)
order by (listener)
comment 'One row per listener: the last final unit that is stored on the bus'
