-- A reward that a node is the source of is not compared with what that node says.
alter table int_avalanche_stake
  add column if not exists computed_reward_navax Nullable(UInt64) comment 'What of reward_navax follows from blocks alone: null where the stake began before those read, or a node is the source of a part of it; 0 of a stake that no block began, nAVAX' codec(ZSTD(1)) after reward_navax
