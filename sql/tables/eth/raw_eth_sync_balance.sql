/* ---
height: epoch
fed_by: topic epoch
keep: raw
--- */
create table if not exists raw_eth_sync_balance (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index of the validator',
  slot UInt32 comment 'Slot whose post-state has this balance: the last one before the epoch, or its first one if no node returned that',
  balance_gwei UInt64 comment 'Balance',
  version UInt64 comment 'Source position: the latest slot seen by the listener when it published the row'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, validator_index)
comment 'One row per epoch and sync committee member that is withdrawable by then: a penalty is limited by the balance, which such a member may have used up'
