-- All slashings with their chain day and date, and the last complete chain day if there is one.
last_days as (
  select max(day) as last_day, max(end_epoch) as last_epoch
  from int_eth_day final
  where network = {network:String} and day_type = 'chain' and is_complete = 1
  having count() > 0
),
slashings as (
  select
    validator_index,
    slot,
    epoch,
    proposer_index,
    intDiv(epoch, {epochsPerDay:UInt32}) as day,
    vaEthChainDayDate(
      {genesisTime:UInt64}, {secondsPerSlot:UInt32}, {epochsPerDay:UInt32} * {slotsPerEpoch:UInt32}, day
    ) as date
  from fct_eth_slashing final
  where network = {network:String}
)
