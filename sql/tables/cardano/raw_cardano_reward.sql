/* ---
height: epoch
fed_by: topic reward
keep: raw
--- */
create table if not exists raw_cardano_reward (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch that earned the reward; it was paid at the start of the epoch after next' codec(Delta, ZSTD(1)),
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  account String comment 'Stake address that received it' codec(ZSTD(1)),
  reward_type Enum8('leader' = 0, 'member' = 1, 'unregistered' = 2) comment 'leader: fees and the owners'' share. member: reward of a delegator. unregistered: reward of either kind that was not paid because the account was not registered',
  amount UInt64 comment 'Amount, lovelace; 0 for an account that was not registered' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then the head when it was read: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 6))
order by (network, epoch, pool, account, reward_type)
comment 'One row per reward paid for a pool, and per account that was not paid because it was not registered'
