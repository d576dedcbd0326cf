-- Stake in the newest snapshot by authority and vote account, without deactivated stake.
select
  stake_authority,
  vote_account,
  stake_lamports,
  -- Part of it earned through the whole window.
  earliest_activation_epoch < (select from_epoch from days) and (select known_days from days) > 0 as is_active
from int_solana_authority_stake_epoch final
where
  network = {network:String}
  and epoch = stake_epoch
