/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_solana_vote_credit_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account',
  vote_score Nullable(UInt64) comment 'Credits by latency at landing, of votes for blocks of the epoch; null when not all of them were read, and under Alpenglow' codec(ZSTD(1)),
  credits Nullable(UInt64) comment 'Credits of the epoch as the account says, given at rooting; null while no state behind the epoch tells them' codec(ZSTD(1)),
  credit_difference Nullable(Int64) comment 'Own credits less those by votes' codec(ZSTD(1)),
  carried_in_score Nullable(UInt64) comment 'Score of votes for earlier blocks that were not rooted when the epoch began, and that a root of it passed; null when roots are unknown' codec(ZSTD(1)),
  carried_out_score Nullable(UInt64) comment 'Score of votes for blocks of the epoch that no root of it had passed at its end; null when roots are unknown' codec(ZSTD(1)),
  expired_score Nullable(Int64) comment 'The rest: score of votes that roots passed without crediting them, since their lockouts had expired' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, facts known, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 100))
order by (network, epoch, vote_account)
comment 'One row per epoch and vote account: credits by both ways, and what they differ by'
