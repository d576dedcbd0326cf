/* ---
height: none
fed_by: topic state
keep: forever
view: solana_tip_fee
--- */
create table if not exists raw_solana_tip_fee (
  network LowCardinality(String) comment 'Network, such as mainnet',
  activation_epoch UInt32 comment 'First epoch in which the fee counts: that behind the tips'' own. 0 with a fee of 0: there is no tip router',
  slot UInt32 comment 'Final slot when it was read',
  fee_bps UInt16 comment 'What the tip router takes of tips, in basis points',
  priority_fee_bps Nullable(UInt16) comment 'What it takes of priority fees that validators pass on, in basis points; null where it was not read',
  version UInt64 comment 'Slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, activation_epoch)
comment 'One row per fee of Jito''s tip router, as its configuration on the chain has it'
