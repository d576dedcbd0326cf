-- The leader's part of certificates is known by the blocks that it led.
alter table int_solana_leader_part
  add column if not exists alpenglow_block_count Nullable(UInt32) comment 'Blocks under Alpenglow; null in rows of before it was counted' codec(ZSTD(1)) after fee_lamports
