/* ---
height: slot
fed_by: topic slot
keep: raw
view: solana_vote
--- */
create table if not exists raw_solana_vote (
  network LowCardinality(String) comment 'Network, such as mainnet',
  slot UInt32 comment 'First slot of the run of blocks in which the votes landed' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account',
  payer LowCardinality(String) comment 'Account that paid for the last of them: the identity of the validator',
  root_slot UInt32 comment 'Highest root in the votes; 0 if they had none' codec(Delta, ZSTD(1)),
  voted_slots Array(UInt32) comment 'Slots voted for, each at its first landing in the run' codec(Delta, ZSTD(1)),
  latencies Array(UInt16) comment 'Slots until landing, for each of them' codec(T64, ZSTD(1)),
  version UInt64 comment 'Decoder revision, then slots of the run: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 300000))
order by (network, slot, vote_account)
comment 'One row per run of about 50 blocks and vote account that voted in it'
