-- Payouts to stake accounts in a period, and their shares of the tips of epochs that ended in it.
rewards as (
  select
    *,
    slot > 0 and slot between {from_slot:UInt32} and {to_slot:UInt32} as is_paid,
    tip_slot > 0 and tip_slot between {from_slot:UInt32} and {to_slot:UInt32} as is_tipped
  from int_solana_stake_reward_epoch final
  where
    network = {network:String}
    and epoch between greatest({from_epoch:UInt32}, 1) - 1 and {to_epoch:UInt32}
)
