-- Slashed validators by the UTC month of the slot, the earliest first; months without any are left out.
select
  toStartOfMonth(
    toDate(toDateTime({genesisTime:UInt64} + slot * {secondsPerSlot:UInt32}, 'UTC'), 'UTC')
  ) as month,
  count() as validatorsSlashed
from fct_eth_slashing final
where network = {network:String}
group by month
order by month asc
