-- What the tip router takes of priority fees (JIP-16).
alter table raw_solana_tip_fee
  add column if not exists priority_fee_bps Nullable(UInt16) comment 'What it takes of priority fees that validators pass on, in basis points; null where it was not read' after fee_bps
