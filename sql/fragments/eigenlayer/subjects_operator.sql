-- Operators that have registered, with the stake that is delegated to them.
select
  vaEigenlayerAddress(operators.operator) as id,
  operators.operator as id_order,
  '' as other_id,
  CAST(null, 'Nullable(String)') as name,
  if(stakes.operator = toFixedString('', 20), toNullable('inactive'), 'active') as status,
  multiIf(
    state_day is null, null,
    stakes.operator = toFixedString('', 20), toDecimal256(0, 18),
    vaEthOfWei(stakes.stake)
  ) as stake,
  CAST(null, 'Nullable(Decimal(38, 18))') as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  multiIf(
    newest_snapshot is null, null,
    earned.earner = toFixedString('', 20), toDecimal256(0, 18),
    earned.eth
  ) as rewards,
  CAST(null, 'Nullable(Decimal(76, 18))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  CAST(null, 'Nullable(UInt64)') as days,
  state_day as last_day
from (
  select distinct operator
  from raw_eigenlayer_operator
  where network = {network:String}
) as operators
left join (
  select
    held.operator as operator,
    sum(
      vaEigenlayerStake(
        held.strategy,
        held.shares,
        worths.is_known,
        worths.asked_shares,
        worths.underlying,
        worths.unit,
        worths.price
      )
    ) as stake
  from (
    select operator, strategy, argMax(total_shares, day) as shares
    from fct_eigenlayer_operator_state_daily final
    where network = {network:String}
    group by operator, strategy
    having shares != 0
  ) as held
  left join worths on worths.strategy = held.strategy
  group by held.operator
) as stakes on stakes.operator = operators.operator
left join earned on earned.earner = operators.operator
