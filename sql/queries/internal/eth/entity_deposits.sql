-- For the validators that have a day by an epoch: the stored facts of their deposits, and a checksum of their
-- depositors.
select
  sum(version) as facts,
  sumIf(cityHash64(validator_index, depositor), depositor != '') as checksum
from dim_eth_depositor final
where
  network = {network:String}
  and validator_index in (
    select validator_index
    from dim_eth_validator final
    where network = {network:String} and activation_epoch <= {to_epoch:UInt32} + 1
  )
