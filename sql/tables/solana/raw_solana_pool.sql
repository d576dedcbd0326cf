/* ---
height: none
fed_by: topic state
keep: forever
--- */
create table if not exists raw_solana_pool (
  network LowCardinality(String) comment 'Network, such as mainnet',
  pool String comment 'Address of the stake pool' codec(ZSTD(1)),
  withdraw_authority String comment 'Stake authority of its stake accounts' codec(ZSTD(1)),
  manager String comment 'Manager of the pool' codec(ZSTD(1)),
  staker String comment 'Account that chooses its validators' codec(ZSTD(1)),
  validator_list String comment 'Account with the list of its validators' codec(ZSTD(1)),
  pool_mint String comment 'Mint of its token' codec(ZSTD(1)),
  name Nullable(String) comment 'Name of its token; null if it has none' codec(ZSTD(1)),
  symbol Nullable(String) comment 'Symbol of its token; null if it has none' codec(ZSTD(1)),
  slot UInt32 comment 'Final slot at which it was read',
  total_lamports UInt64 comment 'Lamports under management, as of its last update',
  pool_token_supply UInt64 comment 'Supply of pool tokens, in their smallest unit',
  last_update_epoch UInt64 comment 'Epoch of its last update',
  version UInt64 comment 'Slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, withdraw_authority, pool)
comment 'One row per stake pool of the SPL program'
