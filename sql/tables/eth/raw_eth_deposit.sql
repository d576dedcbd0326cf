/* ---
height: slot
fed_by: topic block
keep: raw
--- */
create table if not exists raw_eth_deposit (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  kind Enum8('bridge' = 1, 'request' = 2) comment 'bridge: body.deposits. request: execution requests since Electra',
  position UInt32 comment 'Position in its list',
  deposit_index Nullable(UInt64) comment 'Global index of the request',
  pubkey FixedString(48) comment 'BLS public key, bytes',
  withdrawal_credentials FixedString(32) comment 'Withdrawal credentials, bytes',
  amount_gwei UInt64 comment 'Amount',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, kind, position, block_root)
comment 'One row per deposit or deposit request in a final block. A request is queued, not credited, by its block'
