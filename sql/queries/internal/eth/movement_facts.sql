-- Checksum of the inputs of movements on chain days: when exits were initiated, which of them were consolidations, and
-- the churn limits.
with
  leaving as (
    select distinct validator_index
    from fct_eth_stake_movement final
    where
      network = {network:String}
      and day_type = 'chain'
      and stake_action = 'exit'
      and day in (select arrayJoin({days:Array(UInt32)}))
  )
select
  toString(
    (
      select sum(cityHash64(requests.validator_index, requests.epoch))
      from (
        select validator_index, min(epoch) as epoch
        from int_eth_exit_request final
        where network = {network:String} and validator_index in (select validator_index from leaving)
        group by validator_index
      ) as requests
    ) + (
      select sum(cityHash64('merging', leaving.validator_index))
      from leaving
      where leaving.validator_index in (
        /* include fragments/eth/merging_validators.sql */
      )
    ) + (
      select sum(cityHash64(day, exit_limit, activation_limit))
      from int_eth_churn_daily final
      where network = {network:String} and day_type = 'chain' and day in (select arrayJoin({days:Array(UInt32)}))
    )
  ) as checksum
