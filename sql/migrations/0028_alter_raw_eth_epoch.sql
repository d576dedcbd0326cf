alter table raw_eth_epoch
  add column if not exists inactivity_score_rows Nullable(UInt32) comment 'Inactivity scores that the epoch is entered with, read from the state of a node; null where they follow from the epoch before' after pending_deposit_rows
