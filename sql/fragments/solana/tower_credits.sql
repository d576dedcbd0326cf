-- Credits of vote accounts in Tower epochs, by a state of `slot`; those of a state after the epoch are final. Under
-- Alpenglow, credits are lamports and are not included.
tower_credits as (
  select epoch, vote_account, slot, credits - previous_credits as earned
  from raw_solana_credit final
  where
    network = {network:String}
    and kind = 'tower'
    and epoch not in (select epoch from raw_solana_credit where network = {network:String} and kind = 'alpenglow')
)
