-- Checksum of the facts from which a day's records are computed: duties and rewards of its epochs, sums over all
-- validators, and moved stake.
select
  toString(
    (
      -- allow unknown-as-zero: a checksum, which no null is part of
      select sum(cityHash64(epoch, duty_checksum))
      from int_eth_epoch final
      where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
    ) + (
      select sum(cityHash64(tuple(* except (version))))
      from fct_eth_entity_performance_daily final
      where network = {network:String} and day_type = {day_type:String} and id_type = 'network' and day = {day:UInt32}
    ) + (
      select sum(cityHash64(tuple(* except (version))))
      from fct_eth_stake_movement final
      where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}
    )
  ) as checksum
