/* ---
height: slot
fed_by: topic reward
keep: raw
view: solana_reward
--- */
create table if not exists raw_solana_reward (
  network LowCardinality(String) comment 'Network, such as mainnet',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  reward_index UInt32 comment 'Index in the list of the block' codec(Delta, ZSTD(1)),
  account String comment 'Account that is paid: an identity, a vote account or a stake account' codec(ZSTD(1)),
  reward_type LowCardinality(String) comment 'Type returned by the node: Fee, Voting, Staking, Rent, …; empty if it returned none',
  lamports Int64 comment 'Amount in lamports' codec(T64, ZSTD(1)),
  post_balance_lamports UInt64 comment 'Balance of the account after the reward, in lamports' codec(ZSTD(1)),
  commission Nullable(UInt8) comment 'Commission applied, in percent; for inflation rewards only' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission applied, in basis points; null if the node did not return it' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 300000))
order by (network, slot, reward_index)
comment 'One row per reward in a block'
