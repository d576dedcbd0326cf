/* ---
grain: network, epoch, vote_account
reads: [raw_solana_stake, raw_solana_stake_snapshot]
window: reconciliation
--- */
-- Stake accounts by validator, so that summaries need not count all of them.
insert into int_solana_validator_stake_epoch
select
  {network:String} as network,
  {epoch:UInt32} as epoch,
  stake.vote_account as vote_account,
  count() as stake_account_count,
  {revision:UInt64} * {reward_revision:UInt64} + max(stake.slot) as version
from raw_solana_stake as stake final
where
  stake.network = {network:String}
  and stake.epoch = {epoch:UInt32}
  and stake.deactivation_epoch > stake.epoch
  and stake.epoch in (select epoch from raw_solana_stake_snapshot where network = {network:String})
group by stake.vote_account
