-- What was paid at the end of the stake that a block proposes to reward, as computed. Without stakes that were read
-- when they
-- ended, because their amounts come from the same UTXOs, and without amounts that are not exact.
select
  stake.node_id as subject,
  stake.tx_id as tx_id,
  concat('paid_navax/', stake.tx_id) as item,
  toString(stake.paid_own_navax + stake.paid_fee_navax) as value,
  toString(stake.paid_on) as date
from int_avalanche_stake as stake final
where
  stake.network = {network:String}
  and stake.is_committed is not null
  and stake.tx_id in (
    select tx_id
    from raw_avalanche_reward
    where network = {network:String} and height = {point:UInt32} and type_id = 20
  )
  and stake.tx_id not in (select tx_id from raw_avalanche_ended where network = {network:String})
  and (
    stake.computed_reward_navax is not null
    or stake.tx_id not in (select tx_id from raw_avalanche_stake where network = {network:String})
  )
  -- The version says how much of the end is known: the outcome, the staker's part, and fees.
  and bitAnd(bitShiftRight(stake.version, 36), 15) = 3
