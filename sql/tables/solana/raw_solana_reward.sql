/* ---
height: slot
fed_by: topic reward
keep: raw
view: solana_reward
--- */
create table if not exists raw_solana_reward (
  network LowCardinality(String) comment 'Network, such as mainnet',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  reward_index UInt32 comment 'Position in the list of the block' codec(Delta, ZSTD(1)),
  account String comment 'Who is paid: an identity, a vote account, a stake account' codec(ZSTD(1)),
  reward_type LowCardinality(String) comment 'As the node names it: Fee, Voting, Staking, Rent, …; empty when it names none',
  lamports Int64 comment 'Amount in lamports' codec(T64, ZSTD(1)),
  post_balance_lamports UInt64 comment 'Balance of the account afterwards, in lamports' codec(ZSTD(1)),
  commission Nullable(UInt8) comment 'Commission that was applied, in percent; of inflation rewards only' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'The same in basis points, where it is told' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 300000))
order by (network, slot, reward_index)
comment 'One row per reward in a block'
