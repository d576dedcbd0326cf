-- Days within a range of epochs whose records are computed from fewer execution facts than are known, or, if requested,
-- from as many facts with other amounts, because facts were corrected; oldest first.
select
  outdated.day_type as day_type,
  outdated.day as day,
  toString(outdated.date) as date,
  outdated.start_epoch as from_epoch,
  outdated.end_epoch as to_epoch,
  outdated.is_complete as is_complete,
  outdated.version as version,
  outdated.facts as facts,
  outdated.known_facts as known_facts
from (
  select
    toString(recorded.day_type) as day_type,
    recorded.day as day,
    recorded.date as date,
    recorded.start_epoch as start_epoch,
    recorded.end_epoch as end_epoch,
    recorded.is_complete as is_complete,
    recorded.version as version,
    recorded.execution_fact_count as facts,
    sum(blocks.facts) as known_facts,
    (sum(blocks.amounts.1), sum(blocks.amounts.2), sum(blocks.amounts.3), sum(blocks.amounts.4)) as amounts
  from (
    select *, arrayJoin(range(start_epoch, end_epoch + 1)) as epoch
    from int_eth_day final
    where
      network = {network:String}
      and start_epoch >= {from:UInt32}
      and end_epoch <= {to:UInt32}
  ) as recorded
  inner join (
    select
      epoch,
      sum(execution_fact_count) as facts,
      (
        -- allow unknown-as-zero: as sums of days, with as many unknown blocks while there are as many facts
        sum(ifNull(proposer_tips_wei, 0)),
        -- allow unknown-as-zero: the same
        sum(ifNull(fct_eth_block.baseline_mev_wei, 0)),
        -- allow unknown-as-zero: the same
        sum(ifNull(fct_eth_block.external_rewards_wei, 0)),
        -- allow unknown-as-zero: the same
        sum(ifNull(fct_eth_block.missed_execution_rewards_wei, 0))
      ) as amounts
    from fct_eth_block final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
    group by epoch
  ) as blocks on blocks.epoch = recorded.epoch
  group by day_type, day, date, start_epoch, end_epoch, is_complete, version, facts
) as outdated
left join (
  select
    toString(day_type) as day_type,
    day,
    (
      sum(tips_wei), sum(baseline_mev_wei), sum(external_rewards_wei), sum(missed_execution_rewards_wei)
    ) as amounts,
    1 as is_there
  from fct_eth_validator_performance_daily final
  where
    {is_compared:UInt8} = 1
    and network = {network:String}
    and start_epoch >= {from:UInt32}
    and end_epoch <= {to:UInt32}
    and proposer_duty_count > 0
  group by day_type, day
) as made on made.day_type = outdated.day_type and made.day = outdated.day
where
  outdated.known_facts > outdated.facts
  or (outdated.known_facts = outdated.facts and made.is_there = 1 and made.amounts != outdated.amounts)
order by day, day_type
