-- Days of validators, of the last seven, whose rewards differ from outstanding rewards reported by gateways. Each
-- withdrawal of rewards drops less than a base unit, which goes to the community pool.
with
  days as (
    select validator, day, from_block, to_block, reward_residual, commission_residual
    from fct_cosmos_validator_reward_daily final
    where
      network = {network:String}
      and (reward_residual != 0 or commission_residual != 0)
      and day + 7 > (select max(day) from fct_cosmos_validator_reward_daily where network = {network:String})
      -- The number of withdrawals is unknown for days whose events are no longer stored.
      and from_block >= (select min(height) from raw_cosmos_event where network = {network:String})
  ),
  withdrawals as (
    select days.validator as validator, days.day as day, count() as withdrawal_count
    from raw_cosmos_event as event final
    inner join days on days.validator = event.validator
    where
      event.network = {network:String}
      and event.kind = 'withdraw_rewards'
      and event.height >= (select min(from_block) from days)
      and event.height between days.from_block and days.to_block
    group by days.validator, days.day
  )
select
  pair.1 as check,
  countIf(pair.2) as differing
from (
  select
    arrayJoin(
      [
        (
          'reward',
          ifNull(
            days.reward_residual > 0 or days.reward_residual < 0 and days.reward_residual <= -withdrawal_count,
            false
          )
        ),
        ('commission', days.commission_residual != 0)
      ]
    ) as pair
  from days
  left join withdrawals on withdrawals.validator = days.validator and withdrawals.day = days.day
  union all
  select arrayJoin([('reward', false), ('commission', false)]) as pair
)
group by pair.1
