/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_cardano_epoch (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch',
  block_count UInt32 comment 'Blocks of the epoch; 0 until its facts are stored',
  has_facts UInt8 comment '1 if its blocks, pools and delegations are stored completely',
  is_paid UInt8 comment '1 if the rewards that it earned are stored completely',
  start_at DateTime('UTC') comment 'First second',
  end_at DateTime('UTC') comment 'First second of the next epoch',
  read_at UInt64 comment 'Highest head at which it was read',
  version UInt64 comment 'Model revision, known facts, time of reading: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per epoch for which the facts, or the rewards it earned, are stored completely'
