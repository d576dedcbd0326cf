-- Epochs of a range at whose end a correlation penalty applies that is unknown, or was computed with other slashings
-- than are known now. Other inputs of penalties in computed epochs may have changed with them.
select
  penalised.epoch as epoch,
  max(made.is_known = 0) as is_unknown,
  max(made.is_known = 1 and made.slashed_balance_gwei != slashed.balance_gwei) as is_changed
from (
  select epoch, validator_index
  from int_eth_slashing_correlation final
  where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
) as penalised
left join (
  -- allow unknown-as-zero: is_known marks null
  select epoch, validator_index, ifNull(slashed_balance_gwei, 0) as slashed_balance_gwei, 1 as is_known
  from fct_eth_slashing_correlation final
  where
    network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and penalty_gwei is not null
) as made on made.epoch = penalised.epoch and made.validator_index = penalised.validator_index
left join (
  select windows.epoch as epoch, sum(slashings.effective_balance_gwei) as balance_gwei
  from (
    select distinct epoch
    from int_eth_slashing_correlation final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  ) as windows
  cross join (
    -- allow unknown-as-zero: a sum to compare with that of a known penalty, of whose window no balance is unknown
    select epoch, ifNull(effective_balance_gwei, 0) as effective_balance_gwei
    from fct_eth_slashing final
    where network = {network:String}
  ) as slashings
  where slashings.epoch <= windows.epoch and slashings.epoch + {slashings_vector:UInt32} > windows.epoch
  group by epoch
) as slashed on slashed.epoch = penalised.epoch
group by epoch
having is_unknown or is_changed or epoch between {computed_from:UInt32} and {computed_to:UInt32}
order by epoch
