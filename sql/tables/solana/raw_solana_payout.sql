/* ---
height: none
fed_by: topic reward
keep: forever
--- */
create table if not exists raw_solana_payout (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Rewarded epoch',
  account String comment 'Vote or stake account' codec(ZSTD(1)),
  slot UInt32 comment 'Slot of the block that paid',
  lamports UInt64 comment 'Amount in lamports',
  post_balance_lamports UInt64 comment 'Balance after the payout, in lamports',
  commission Nullable(UInt8) comment 'Commission applied, in percent',
  version UInt64 comment 'Decoder revision: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, epoch, account)
comment 'One row per inflation reward returned by getInflationReward, a second source for raw_solana_reward'
