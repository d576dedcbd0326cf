-- Records that may still be computed from the facts of a day's epochs from..to: epochs that the day's records
-- (start_epoch to end_epoch) do not include, announced and not computed, or computed; and whether the epoch after the
-- day is computed.
with
  computed as (
    select epoch
    from int_eth_epoch final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} + 1
  )
select
  (
    select count()
    from raw_eth_epoch final
    where
      network = {network:String}
      and epoch between {from:UInt32} and {to:UInt32}
      and epoch not between {start_epoch:Int64} and {end_epoch:Int64}
      and role = 'full'
      and epoch not in (computed)
  ) as waiting,
  (
    select countIf(epoch <= {to:UInt32} and epoch not between {start_epoch:Int64} and {end_epoch:Int64})
    from computed
  ) as uncovered,
  (select countIf(epoch = {to:UInt32} + 1) from computed) as is_next_computed
