-- Payments of some pages by the runtime's rules, for the comparison with events: parts of the rewards that validator
-- and nominators earned. Since Asset Hub 2.3.0, a page pays its part of all that is the validator's, and nominators
-- share the rest by stakes of nominators alone. Before, the first page paid the reward of the validator's own stake.
-- `unpaid` are payments that did not take place: accounts may decline them, or be unable to receive them.
with
  chosen as (
    select
      toUInt32(splitByChar('/', pages.name)[1]) as era,
      splitByChar('/', pages.name)[2] as validator,
      toUInt16(splitByChar('/', pages.name)[3]) as page
    from (select arrayJoin({pages:Array(String)}) as name) as pages
  ),
  earned as (
    select
      made.era as era,
      made.validator as validator,
      made.total_stake_planck as total_stake,
      made.own_stake_planck as own_stake,
      made.commission_planck as commission,
      made.own_planck as own,
      made.delegator_planck as delegated,
      made.incentive_planck as incentive,
      facts.day as day,
      facts.is_floored as is_floored,
      facts.is_reduced as is_reduced
    from int_polkadot_validator_era as made final
    inner join (
      select
        era,
        day,
        vaPolkadotIsFloored(source, spec_version) as is_floored,
        vaPolkadotIsReduced(source, spec_version) as is_reduced
      from raw_polkadot_era final
      where network = {network:String} and era in (select era from chosen)
    ) as facts on facts.era = made.era
    where
      made.network = {network:String}
      and made.era in (select era from chosen)
      and made.validator in (select validator from chosen)
  ),
  exposed as (
    select era, validator, page, nominator, stake_planck
    from raw_polkadot_exposure final
    where network = {network:String} and (era, validator, page) in (select era, validator, page from chosen)
  ),
  validators as (
    select
      chosen.era as era,
      chosen.validator as validator,
      chosen.page as page,
      toBool(chosen.page = 0) as is_first,
      earned.total_stake as total_stake,
      earned.own_stake as own_stake,
      earned.commission as commission,
      earned.own as own,
      earned.incentive as incentive,
      earned.day as day,
      earned.is_floored as is_floored,
      earned.is_reduced as is_reduced,
      sum(exposed.stake_planck) as nominator_stake
    from chosen
    inner join earned on earned.era = chosen.era and earned.validator = chosen.validator
    left join exposed
      on exposed.era = chosen.era and exposed.validator = chosen.validator and exposed.page = chosen.page
    group by all
  ),
  payments as (
    select
      validators.validator as account,
      'reward' as type,
      validators.era as era,
      validators.validator as validator,
      validators.page as page,
      validators.day as day,
      if(is_first and not is_floored, own, toUInt128(0)) + vaPolkadotPartOf(
        vaPolkadotShareOf(
          nominator_stake + if(is_first, own_stake, toUInt128(0)), total_stake, is_reduced
        ),
        commission + if(is_floored, own, toUInt128(0)),
        is_floored
      ) as amount
    from validators
    union all
    select
      validators.validator as account,
      'incentive' as type,
      validators.era as era,
      validators.validator as validator,
      validators.page as page,
      validators.day as day,
      vaPolkadotPart(
        vaPolkadotShare(nominator_stake + if(is_first, own_stake, toUInt128(0)), total_stake), incentive
      ) as amount
    from validators
    union all
    select
      exposed.nominator as account,
      'reward' as type,
      exposed.era as era,
      exposed.validator as validator,
      exposed.page as page,
      earned.day as day,
      vaPolkadotPartOf(
        vaPolkadotShareOf(
          exposed.stake_planck, total_stake - if(is_floored, own_stake, toUInt128(0)), is_reduced
        ),
        delegated + if(is_floored, toUInt128(0), own),
        is_floored
      ) as amount
    from exposed
    inner join earned on earned.era = exposed.era and earned.validator = exposed.validator
  )
select
  payments.account as subject,
  format('{}_planck from {} era {} page {}', type, validator, toString(era), toString(page)) as item,
  toString(amount) as value,
  if(
    day in (select day from int_polkadot_day final where network = {network:String}), toNullable(toString(day)), null
  ) as date
from payments
where amount > 0 and (subject, item) not in (
  select splitByChar('\n', name)[1], splitByChar('\n', name)[2]
  from (select arrayJoin({unpaid:Array(String)}) as name)
)
