-- Consolidations in a range of UTC dates, with the entities of their validators on the date.
(
    select source_index, epoch, target_index, amount_gwei, target_balance_before_gwei, target_balance_at_gwei,
      target_effective_balance_gwei
    from fct_eth_consolidation final
    where network = {network:String}
  ) as moved
  inner join (
    select source_index, date, source_id_type, source_entity, target_id_type, target_entity
    from int_eth_consolidation_entity final
    where
      network = {network:String}
      and vaWithin(date, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
  ) as entities on entities.source_index = moved.source_index
