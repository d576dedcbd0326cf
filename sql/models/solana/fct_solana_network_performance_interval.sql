/* ---
grain: network, interval_slot
reads: [fct_solana_validator_performance_interval, int_solana_interval_part]
window: interval_record
--- */
-- Sums of all validators, including leader slots of unknown identities.
insert into fct_solana_network_performance_interval
with
  parts as (
    select
      /* include fragments/solana/interval_part_sums.sql */
    from int_solana_interval_part final
    where network = {network:String} and interval_slot = {interval_slot:UInt32}
  ),
  records as (
    select *
    from fct_solana_validator_performance_interval final
    where network = {network:String} and interval_slot = {interval_slot:UInt32}
  ),
  /* include fragments/solana/network_performance_sums.sql */
select
  {network:String} as network,
  {interval_slot:UInt32} as interval_slot,
  /* include fragments/solana/network_performance_fields.sql */
from sums
cross join parts
