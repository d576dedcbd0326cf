-- Requested days, as `whole`.
inner join (
  select day, from_slot, to_slot, from_epoch, to_epoch, from_at, to_at, is_complete
  from fct_solana_network_reward_daily as record final
  where
    record.network = {network:String}
    and vaWithin(record.day, {dayMin:Nullable(Date)}, {dayMax:Nullable(Date)})
    and ({slotMax:Nullable(UInt64)} is null or record.from_slot <= {slotMax:Nullable(UInt64)})
) as whole on whole.day = record.day
