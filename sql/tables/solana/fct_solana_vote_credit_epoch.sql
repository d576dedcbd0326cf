/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_solana_vote_credit_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account',
  vote_score Nullable(UInt64) comment 'Credits by latency at landing, for votes for blocks of the epoch; null if not all blocks were read, and under Alpenglow' codec(ZSTD(1)),
  credits Nullable(UInt64) comment 'Credits of the epoch in the vote account, given at rooting; null until a state after the epoch is read' codec(ZSTD(1)),
  credit_difference Nullable(Int64) comment 'credits less vote_score' codec(ZSTD(1)),
  carried_in_score Nullable(UInt64) comment 'Score of votes for earlier blocks that were not rooted when the epoch began and were passed by a root in it; null if roots are unknown' codec(ZSTD(1)),
  carried_out_score Nullable(UInt64) comment 'Score of votes for blocks of the epoch that no root had passed at its end; null if roots are unknown' codec(ZSTD(1)),
  expired_score Nullable(Int64) comment 'Remainder: score of votes that roots passed without crediting them, because their lockouts had expired' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 100))
order by (network, epoch, vote_account)
comment 'One row per epoch and vote account: credits from votes and from the vote account, and their difference'
