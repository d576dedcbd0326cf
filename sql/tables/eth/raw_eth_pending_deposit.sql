/* ---
height: epoch
fed_by: topic registry
keep: raw
--- */
create table if not exists raw_eth_pending_deposit (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  pubkey FixedString(48) comment 'BLS public key, bytes',
  amount_gwei UInt64 comment 'Sum of the queued amounts',
  version UInt64 comment 'Decoder revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, pubkey)
comment 'One row per public key with queued deposits in the state at the first slot of the epoch; read with each full registry snapshot'
