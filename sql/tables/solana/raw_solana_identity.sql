/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists raw_solana_identity (
  network LowCardinality(String) comment 'Network, such as mainnet',
  identity String comment 'Identity of the validator' codec(ZSTD(1)),
  epoch UInt32 comment 'Epoch in which the pair was observed',
  vote_account String comment 'Vote account, from a state or because the identity paid for its votes' codec(ZSTD(1)),
  version UInt64 comment '2 from a state, 1 from votes: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, identity, epoch, vote_account)
comment 'One row per epoch and pair of identity and vote account observed in it'
