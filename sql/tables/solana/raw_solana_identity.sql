/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists raw_solana_identity (
  network LowCardinality(String) comment 'Network, such as mainnet',
  identity String comment 'Identity of a validator' codec(ZSTD(1)),
  epoch UInt32 comment 'Epoch in which they were seen together',
  vote_account String comment 'Vote account: by state, or because the identity paid for its votes' codec(ZSTD(1)),
  version UInt64 comment '2 by state, 1 by votes: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, identity, epoch, vote_account)
comment 'One row per identity, epoch and vote account that were seen together'
