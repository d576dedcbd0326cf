-- Known facts of the deposits of validators that have a day by an epoch, as a number that only grows.
select
  count() + count(epoch) + count(signature) + countIf(
    deposit_index in (
      select deposit_index from dim_eth_deposit_signature final where network = {network:String}
    )
  ) as facts
from raw_eth_deposit_log final
where
  network = {network:String}
  and pubkey in (
    select pubkey
    from dim_eth_validator final
    where network = {network:String} and activation_epoch <= {to_epoch:UInt32} + 1
  )
