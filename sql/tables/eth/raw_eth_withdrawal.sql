/* ---
height: slot
fed_by: topic block
keep: raw
view: eth_withdrawal
--- */
create table if not exists raw_eth_withdrawal (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  withdrawal_index UInt64 comment 'Global index, without gaps' codec(Delta, ZSTD(1)),
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Validator whose balance is reduced',
  address FixedString(42) comment 'Receiving address',
  amount_gwei UInt64 comment 'Amount',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, withdrawal_index)
comment 'One row per withdrawal in a final block'
