/* ---
height: epoch
fed_by: topic epoch
keep: forever
--- */
create table if not exists raw_eth_slashed_balance (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  validator_index UInt32 comment 'Slashed validator',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  slot UInt32 comment 'Slot after whose block this is the balance: the last one of the epoch, or, for who is slashed in the epoch, also the last one before it' codec(Delta, ZSTD(1)),
  balance_gwei UInt64 comment 'Balance' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Source position: the slot the listener had seen when it said so' codec(Delta, ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index, epoch, slot)
comment 'One row per epoch and slashed validator that is not yet withdrawable, and one more for who is slashed in the epoch: what slashings cost, for ever, because nodes forget balances'
