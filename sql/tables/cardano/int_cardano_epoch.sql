/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_cardano_epoch (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch',
  block_count UInt32 comment 'Blocks of the epoch; 0 while its facts are not there',
  has_facts UInt8 comment '1 when its blocks, pools and delegations are all there',
  is_paid UInt8 comment '1 when the rewards that it earned are all there',
  start_at DateTime('UTC') comment 'First second',
  end_at DateTime('UTC') comment 'First second of the next epoch',
  read_at UInt64 comment 'Latest height of the head when it was read',
  version UInt64 comment 'Model revision, what is known, when it was read: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per epoch of which anything is whole: what it was, or what it earned'
