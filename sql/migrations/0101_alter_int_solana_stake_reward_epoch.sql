-- What validators pass on of their fees (JIP-16).
alter table int_solana_stake_reward_epoch
  modify column tip_slot UInt32 comment 'Last slot of the epoch, with which its tips and passed on fees are due; 0 without any' codec(ZSTD(1)),
  add column if not exists fee_reward_lamports UInt64 comment 'Its part of the fees that its validator passed on for the epoch, by stake, rounded down' codec(ZSTD(1)) after mev_reward_lamports
