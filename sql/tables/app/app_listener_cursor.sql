create table if not exists app_listener_cursor (
  listener String comment 'chain/network',
  height UInt64 comment 'Last final unit whose messages were acknowledged (Ethereum: epoch)',
  slot UInt64 comment 'Last final slot of that unit',
  root String comment 'Block root at that slot',
  version UInt64 comment 'Height: cursors only move forward'
)
engine = ReplacingMergeTree(version)
order by (listener)
comment 'One row per listener: the last final unit that is safely on the bus'
