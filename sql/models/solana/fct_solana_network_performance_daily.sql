/* ---
grain: network, day
reads: [fct_solana_validator_performance_daily, int_solana_interval_part]
window: day
--- */
-- Sums of all validators, including leader slots of unknown identities.
insert into fct_solana_network_performance_daily
with
  parts as (
    select
      /* include fragments/solana/interval_part_sums.sql */
    from int_solana_interval_part final
    where network = {network:String} and day = {day:Date}
  ),
  records as (
    select *
    from fct_solana_validator_performance_daily final
    where network = {network:String} and day = {day:Date}
  ),
  /* include fragments/solana/network_performance_sums.sql */
select
  {network:String} as network,
  {day:Date} as day,
  /* include fragments/solana/network_performance_fields.sql */
from sums
cross join parts
