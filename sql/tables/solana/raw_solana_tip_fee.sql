/* ---
height: none
fed_by: topic state
keep: forever
view: solana_tip_fee
--- */
create table if not exists raw_solana_tip_fee (
  network LowCardinality(String) comment 'Network, such as mainnet',
  activation_epoch UInt32 comment 'First epoch in which the fee is in force: the one after the tips'' epoch. 0 with a fee of 0 if there is no tip router',
  slot UInt32 comment 'Final slot at which it was read',
  fee_bps UInt16 comment 'Fee of the tip router on tips, in basis points',
  priority_fee_bps Nullable(UInt16) comment 'Fee of the tip router on priority fees that validators pass on, in basis points; null if not read',
  version UInt64 comment 'Slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, activation_epoch)
comment 'One row per fee of Jito''s tip router, from its on-chain configuration'
