/* ---
height: epoch
fed_by: topic reward
announces: [raw_cardano_reward]
keep: forever
view: cardano_payout
--- */
create table if not exists raw_cardano_payout (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch that earned the rewards',
  reward_count UInt32 comment 'Rows in raw_cardano_reward',
  start_at DateTime('UTC') comment 'First second of the epoch',
  end_at DateTime('UTC') comment 'First second of the next epoch',
  version UInt64 comment 'Decoder revision, then the head when it was read: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per epoch with known rewards'
