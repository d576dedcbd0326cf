/* ---
height: none
fed_by: topic state
keep: forever
--- */
create table if not exists raw_solana_voter (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch of the reading',
  vote_account String comment 'Vote account' codec(ZSTD(1)),
  identity String comment 'Identity of the validator' codec(ZSTD(1)),
  software_version Nullable(String) comment 'Software version of its node, by gossip' codec(ZSTD(1)),
  name Nullable(String) comment 'Name published by the operator' codec(ZSTD(1)),
  website Nullable(String) comment 'Website published by the operator' codec(ZSTD(1)),
  icon_url Nullable(String) comment 'Icon URL published by the operator' codec(ZSTD(1)),
  details Nullable(String) comment 'Description published by the operator' codec(ZSTD(1)),
  slot UInt32 comment 'Final slot at which it was read' codec(ZSTD(1)),
  activated_stake_lamports UInt64 comment 'Active stake in this epoch, in lamports' codec(ZSTD(1)),
  commission UInt8 comment 'Commission on inflation rewards, in percent' codec(ZSTD(1)),
  commission_bps Nullable(UInt16) comment 'Commission applied, in basis points; null if the node did not return it' codec(ZSTD(1)),
  last_vote_slot UInt64 comment 'Last slot that it voted for' codec(ZSTD(1)),
  root_slot UInt64 comment 'Root of its tower' codec(ZSTD(1)),
  is_delinquent UInt8 comment '1 if its last vote was older than 128 slots',
  is_epoch_vote_account UInt8 comment '1 if it has stake in this epoch',
  version UInt64 comment 'Slot: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
order by (network, epoch, vote_account)
comment 'One row per vote account and epoch in which it was read'
