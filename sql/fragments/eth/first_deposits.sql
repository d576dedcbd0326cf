-- The first known deposit of each public key. It created the validator unless it came when that was eligible already:
-- then an earlier one is not known yet. The facts are a number that only grows.
select
  deposited.pubkey as pubkey,
  argMin(deposited.sender, deposited.deposit_index) as depositor,
  argMin(tuple(deposited.epoch), deposited.deposit_index).1 as deposit_epoch,
  count() + count(deposited.epoch) as fact_count
from raw_eth_deposit_log as deposited final
where deposited.network = {network:String}
group by deposited.pubkey
