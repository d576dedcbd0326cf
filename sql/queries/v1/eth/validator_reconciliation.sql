-- Balance changes of one validator's days, compared with all known transfers and rewards, in gwei.
select
  days.date as date,
  'balance' as quantity,
  vaWhole(
    toInt64(balances.end_balance_gwei) - toInt64(balances.start_balance_gwei) - balances.residual_gwei
  ) as expected,
  toNullable(vaWhole(toInt64(balances.end_balance_gwei) - toInt64(balances.start_balance_gwei))) as actual,
  vaWhole(balances.residual_gwei) as residual,
  'gwei' as unit,
  if(
    empty(balances.missing_inputs), null, concat('not known: ', arrayStringConcat(balances.missing_inputs, ', '))
  )::Nullable(String) as reason,
  -- Late facts change the record; facts that no node returns any more do not.
  toBool(
    days.is_complete = 1
    and balances.end_epoch = days.end_epoch + 1
    and hasAll(['electra_upgrade', 'phase0_proposer_rewards', 'withheld_payloads'], balances.missing_inputs)
  ) as isComplete
from fct_eth_validator_reconciliation_daily as balances final
inner join (
  select day, date, end_epoch, is_complete
  from int_eth_day final
  where
    network = {network:String}
    and day_type = {dayType:String}
    and vaWithin(date, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
) as days on days.day = balances.day
where
  balances.network = {network:String}
  and balances.day_type = {dayType:String}
  and balances.validator_index = {validatorIndex:UInt32}
order by
  toUInt16(days.date) * if({sortOrder:String} = 'desc', -1, 1) asc,
  -- On a network with short slots, several chain days start on one date.
  toInt64(days.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
