/* ---
grain: network, id_type, time_window, list, rank
reads: [fct_eth_entity_window]
window: window_entity
--- */
-- Entities of each list by rank. A share belongs to its pool, and to the entity named before a hyphen in its name.
insert into fct_eth_entity_rank
with
  listed as (
    select
      *,
      splitByString(' - ', entity) as parts,
      arrayJoin(
        arrayConcat(
          ['all'],
          if(pool_type = '', [], [toString(pool_type)]),
          if(
            id_type != 'poolShare',
            [],
            arrayMap(
              name -> concat('of ', name),
              arrayDistinct(
                arrayConcat(
                  if(parent = '', [], [parent]),
                  arrayMap(place -> arrayStringConcat(arraySlice(parts, 1, place), ' - '), range(1, length(parts)))
                )
              )
            )
          )
        )
      ) as list
    from fct_eth_entity_window final
    where network = {network:String} and (is_listed = 1 or id_type = 'network')
  )
select
  {network:String} as network,
  listed.id_type as id_type,
  listed.time_window as time_window,
  listed.list as list,
  row_number() over (
    partition by listed.id_type, listed.time_window, listed.list
    order by listed.active_balance_gwei desc, listed.entity asc
  ) - 1 as rank,
  listed.entity as entity,
  listed.parent as parent,
  {last_day:UInt32} as last_day,
  count() over (partition by listed.id_type, listed.time_window, listed.list) as list_size,
  listed.validator_count as validator_count,
  listed.active_balance_gwei as active_balance_gwei,
  listed.network_balance_gwei as network_balance_gwei,
  listed.node_operator_count as node_operator_count,
  listed.uptime as uptime,
  listed.correctness as correctness,
  listed.inclusion_delay as inclusion_delay,
  listed.validator_effectiveness as validator_effectiveness,
  listed.apr_percentage as apr_percentage,
  listed.relayer_percentages as relayer_percentages,
  {version:UInt64} as version
from listed
