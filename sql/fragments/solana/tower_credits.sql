-- Credits that vote accounts earned in epochs of the tower, as a state of `slot` has them: those of a state behind the
-- epoch are final. Under Alpenglow credits are lamports, and are none of these.
tower_credits as (
  select epoch, vote_account, slot, credits - previous_credits as earned
  from raw_solana_credit final
  where
    network = {network:String}
    and kind = 'tower'
    and epoch not in (select epoch from raw_solana_credit where network = {network:String} and kind = 'alpenglow')
)
