/* ---
grain: network, stake_authority, epoch, vote_account
reads: [raw_solana_stake, raw_solana_stake_snapshot]
window: reconciliation
--- */
-- Stake by authority, so that an authority is read by key.
insert into int_solana_authority_stake_epoch
select
  {network:String} as network,
  stake.stake_authority as stake_authority,
  {epoch:UInt32} as epoch,
  stake.vote_account as vote_account,
  count() as stake_account_count,
  sum(stake.stake_lamports) as stake_lamports,
  min(if(stake.activation_epoch = 18446744073709551615, 0, stake.activation_epoch)) as earliest_activation_epoch,
  {revision:UInt64} * {reward_revision:UInt64} + max(stake.slot) as version
from raw_solana_stake as stake final
where
  stake.network = {network:String}
  and stake.epoch = {epoch:UInt32}
  and stake.deactivation_epoch > stake.epoch
  and stake.epoch in (select epoch from raw_solana_stake_snapshot where network = {network:String})
group by stake.stake_authority, stake.vote_account
