/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_cardano_pool_reward_epoch (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch that earned it; it is paid at the start of the epoch after next' codec(Delta, ZSTD(1)),
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  block_count UInt32 comment 'Blocks that it made' codec(ZSTD(1)),
  max_reward Nullable(UInt64) comment 'maxPool of the ledger, lovelace; null without the epoch''s facts' codec(ZSTD(1)),
  pool_reward Nullable(UInt64) comment 'maxPool times apparent performance, lovelace; null as max_reward' codec(ZSTD(1)),
  leader_reward Nullable(UInt64) comment 'Paid to its reward account, lovelace; null until it is known' codec(ZSTD(1)),
  member_reward Nullable(UInt64) comment 'Paid to members, lovelace; null until it is known' codec(ZSTD(1)),
  ledger_leader_reward Nullable(UInt64) comment 'What the formulas say of the leader, 0 of one that was not registered, lovelace' codec(ZSTD(1)),
  ledger_member_reward Nullable(UInt64) comment 'What the formulas say of the members that were registered, lovelace' codec(ZSTD(1)),
  unpaid_reward Nullable(UInt64) comment 'What they say of accounts that were not paid because they were not registered, lovelace; null when registrations were not read' codec(ZSTD(1)),
  reward_residual Nullable(Int64) comment 'Paid less what the formulas say of accounts that were registered, lovelace; null when registrations were not read' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, what is known, when it was read: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, pool)
comment 'One row per pool and epoch that earned it anything'
