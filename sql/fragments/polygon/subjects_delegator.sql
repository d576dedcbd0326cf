-- Addresses with shares of a validator, and their stake in validators that were active at the window's last checkpoint.
-- Shares of an exited validator remain, but are not stake.
with
  (
    select tuple(maxOrNull(to_day), maxOrNull(to_checkpoint))
    from fct_polygon_window final
    where
      network = {network:String}
      and window_days = ifNull({windowDays:Nullable(UInt16)}, 0)
      and fct_polygon_window.validator = 0
  ) as period,
  -- Until the first day is complete, stakes are those of the newest checkpoint.
  (
    select tuple(maxOrNull(checkpoint), maxOrNull(position))
    from fct_polygon_checkpoint final
    where network = {network:String} and (period.2 is null or checkpoint = period.2)
  ) as ending,
  shares as (
    select
      account,
      sum(amount) as held,
      sumIf(
        amount,
        position < ending.2
        and validator in (
          select validator
          from fct_polygon_validator_checkpoint final
          where network = {network:String} and checkpoint = ending.1
        )
      ) as stake
    from raw_polygon_share_event final
    where network = {network:String}
    group by account
  )
select
  toString(account) as id,
  account as id_order,
  '' as other_id,
  CAST(null, 'Nullable(String)') as name,
  CAST(null, 'Nullable(String)') as status,
  vaPol(if(ending.1 is null, null, toNullable(stake))) as stake,
  CAST(null, 'Nullable(Decimal(38, 2))') as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  CAST(null, 'Nullable(Decimal(76, 18))') as rewards,
  CAST(null, 'Nullable(Decimal(76, 18))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  CAST(null, 'Nullable(UInt64)') as days,
  period.1 as last_day
from shares
where shares.held > 0 or shares.stake > 0
