-- By which duties count at checkpoints whose own epoch no node has any more.
alter table raw_polygon_rule
  add column if not exists epoch_offset Nullable(Int64) comment 'Epoch of StakeManager in which the last checkpoint came, less its number; null in rows of before it was read' after delta_percent
