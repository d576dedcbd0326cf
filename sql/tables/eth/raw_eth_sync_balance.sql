/* ---
height: epoch
fed_by: topic epoch
keep: raw
--- */
create table if not exists raw_eth_sync_balance (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index',
  slot UInt32 comment 'Slot after whose block this is the balance: the last one before the epoch, or the first one of it where no node tells that',
  balance_gwei UInt64 comment 'Balance',
  version UInt64 comment 'Source position: the slot the listener had seen when it said so'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, validator_index)
comment 'One row per epoch and member of its sync committee that is withdrawable by then: a penalty takes no more than the balance, which such members may have used up'
