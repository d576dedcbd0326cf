-- Rewards of signers per stake in the block of a checkpoint, times 10^25, rounded down as in the contract.
select
  '' as subject,
  'reward_per_stake_1e25' as item,
  toString(
    sum(
      intDiv(
        toUInt256(reward - proposer_reward) * toUInt256('10000000000000000000000000'),
        greatest(signed_stake, 1)
      )
    )
  ) as value
from fct_polygon_checkpoint final
where
  network = {network:String}
  and intDiv(position, 65536) in (
    select intDiv(position, 65536)
    from fct_polygon_checkpoint final
    where network = {network:String} and checkpoint = {point:UInt32}
  )
