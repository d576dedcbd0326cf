-- Epochs of a range at whose end a correlation penalty is taken that is not known.
select distinct epoch
from int_eth_slashing_correlation final
where
  network = {network:String}
  and epoch between {from:UInt32} and {to:UInt32}
  and (epoch, validator_index) not in (
    select epoch, validator_index
    from fct_eth_slashing_correlation final
    where network = {network:String} and penalty_gwei is not null
  )
order by epoch
