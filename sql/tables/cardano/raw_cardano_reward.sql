/* ---
height: epoch
fed_by: topic reward
keep: raw
--- */
create table if not exists raw_cardano_reward (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch that earned it; it was paid at the start of the epoch after next' codec(Delta, ZSTD(1)),
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  account String comment 'Stake address that got it' codec(ZSTD(1)),
  reward_type Enum8('leader' = 0, 'member' = 1, 'unregistered' = 2) comment 'leader: fees and the share of the owners. member: of a delegator. unregistered: of either, not paid, because the account was not registered',
  amount UInt64 comment 'Lovelace; 0 of an account that was not registered' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then height of the head when it was read: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 6))
order by (network, epoch, pool, account, reward_type)
comment 'One row per reward that a pool paid, and per account that it did not pay, because it was not registered'
