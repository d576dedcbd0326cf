-- What is stored of an epoch, and of the day of its payment, for comparisons with Koios.
select
  toBool(epoch.has_facts = 1) as has_facts,
  toBool(epoch.is_paid = 1) as is_paid,
  toBool(
    facts.delegation_count > 0
    and facts.delegation_count = (
      select count() from raw_cardano_delegation final where network = {network:String} and epoch = {point:UInt32}
    )
  ) as has_delegations,
  toBool(
    facts.block_count > 0
    and facts.block_count = (
      select count() from raw_cardano_block final where network = {network:String} and epoch = {point:UInt32}
    )
  ) as has_blocks,
  toBool(rewards.ledger_count > 0) as has_ledger,
  toBool(rewards.ledger_count > 0 and rewards.unresolved_count = 0) as has_registrations,
  if(
    toDate(epoch.end_at + (epoch.end_at - epoch.start_at)) in (
      select day from int_cardano_day final where network = {network:String}
    ),
    toNullable(toString(toDate(epoch.end_at + (epoch.end_at - epoch.start_at)))),
    null
  ) as recorded_payment_day
from (select * from int_cardano_epoch final where network = {network:String} and epoch = {point:UInt32}) as epoch
left join (
  select epoch, block_count, delegation_count
  from raw_cardano_epoch final
  where network = {network:String} and epoch = {point:UInt32}
) as facts on facts.epoch = epoch.epoch
cross join (
  select
    countIf(pool_reward is not null) as ledger_count,
    countIf(pool_reward is not null and reward_residual is null) as unresolved_count
  from fct_cardano_pool_reward_epoch final
  where network = {network:String} and epoch = {point:UInt32}
) as rewards
