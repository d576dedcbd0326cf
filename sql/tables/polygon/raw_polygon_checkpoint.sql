/* ---
height: checkpoint
fed_by: topic checkpoint
steady: checkpoint
keep: forever
--- */
create table if not exists raw_polygon_checkpoint (
  network LowCardinality(String) comment 'Network',
  checkpoint UInt32 comment 'headerBlockId of the root chain, divided by 10,000' codec(Delta, ZSTD(1)),
  block_hash FixedString(66) comment 'Hash of its block on the root chain' codec(ZSTD(1)),
  transaction_hash Nullable(FixedString(66)) comment 'Transaction that submitted it; null in rows older than this column' codec(ZSTD(1)),
  proposer LowCardinality(String) comment 'Signer in NewHeaderBlock',
  heimdall_proposer LowCardinality(Nullable(String)) comment 'Signer in Heimdall''s record; null if it has none',
  signers Array(LowCardinality(String)) comment 'Signers whose signatures the contract counted, ascending' codec(ZSTD(1)),
  block_number UInt32 comment 'Block of the root chain' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in its block' codec(ZSTD(1)),
  position UInt64 comment 'Block times 65,536 plus the log index; orders events of the root chain' codec(Delta, ZSTD(1)),
  start_block UInt64 comment 'First Bor block' codec(Delta, ZSTD(1)),
  end_block UInt64 comment 'Last Bor block' codec(Delta, ZSTD(1)),
  epoch Nullable(UInt64) comment 'Epoch of StakeManager before its block, which decides about duties; null if no node had the state' codec(ZSTD(1)),
  reward UInt128 comment 'Reward in the event: the proposer''s bonus and the rewards of signers, wei' codec(ZSTD(1)),
  checkpoint_at DateTime('UTC') comment 'Time of its block on the root chain' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Decoder revision, whether Heimdall''s record is known, block: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, checkpoint)
comment 'One row per checkpoint whose block on the root chain is final'
