/* ---
height: height
fed_by: topic block
keep: raw
view: cosmos_event
--- */
create table if not exists raw_cosmos_event (
  network LowCardinality(String) comment 'Chain id',
  height UInt32 comment 'Height of the block' codec(Delta, ZSTD(1)),
  section Enum8('finalize' = 0, 'transaction' = 1) comment 'finalize: events of the block itself. transaction: events of a transaction that succeeded',
  transaction_index UInt32 comment 'Index of the transaction; 0 in the section of the block' codec(T64, ZSTD(1)),
  event_index UInt32 comment 'Index of the event in its section or transaction' codec(Delta, ZSTD(1)),
  kind Enum8('rewards' = 0, 'commission' = 1, 'withdraw_rewards' = 2, 'withdraw_commission' = 3) comment 'Event type; rewards are gross (commission included)',
  validator LowCardinality(String) comment 'Operator address; for withdraw_commission, that of the sender',
  other_amounts String comment 'Coins of other denominations, as in the event; usually empty' codec(ZSTD(1)),
  amount Decimal(76, 18) comment 'Amount in the base unit, with the chain''s 18 decimals' codec(ZSTD(1)),
  transaction_hash Nullable(String) comment 'SHA-256 of its transaction, upper-case hex; null in the section of the block, and if the transaction was not read' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then whether the transaction is known: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(height, 50000))
order by (network, height, section, transaction_index, event_index)
comment 'One row per reward or withdrawal event of a CometBFT chain'
