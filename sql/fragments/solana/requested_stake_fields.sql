-- Fields of a stake account in `requested`; `days` is delegator_days.sql.
epoch,
stake_account,
stake_authority,
withdraw_authority,
vote_account,
stake_lamports,
activation_epoch,
deactivation_epoch,
-- Its stake earned through the whole window.
(activation_epoch = 18446744073709551615 or activation_epoch < (select from_epoch from days))
  and deactivation_epoch > (select to_epoch from days)
  and (select known_days from days) > 0 as is_active
