/* ---
height: none
fed_by: topic execution
keep: forever
view: eth_relay_payload
--- */
create table if not exists raw_eth_relay_payload (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot' codec(Delta, ZSTD(1)),
  relay LowCardinality(String) comment 'Name of the relay; host and port if it has none',
  block_hash FixedString(66) comment 'Hash of the execution block that the relay reports as delivered, 0x and hex in lower case' codec(ZSTD(3)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  builder_pubkey FixedString(98) comment 'BLS public key of the builder, 0x and hex in lower case' codec(ZSTD(3)),
  proposer_fee_recipient FixedString(42) comment 'Fee recipient that the builder had to pay, 0x and hex in lower case' codec(ZSTD(3)),
  value_wei UInt256 comment 'Payment to the proposer as the relay reports it' codec(ZSTD(1)),
  version UInt64 comment 'Version of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 2592000))
order by (network, slot, relay, block_hash)
comment 'One row per payload that a relay reports as delivered, including those for missed slots and unused blocks'
