/* ---
height: epoch
fed_by: topic epoch
keep: forever
--- */
create table if not exists raw_eth_slashed_balance (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  validator_index UInt32 comment 'Slashed validator',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  slot UInt32 comment 'Slot whose post-state has this balance: the last one of the epoch; for a validator slashed in the epoch, also the last one before it' codec(Delta, ZSTD(1)),
  balance_gwei UInt64 comment 'Balance' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Source position: the latest slot seen by the listener when it published the row' codec(Delta, ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index, epoch, slot)
comment 'One row per epoch and slashed validator that is not yet withdrawable, and a second one for a validator slashed in the epoch. Kept forever, because nodes prune balances from which slashing penalties are computed'
