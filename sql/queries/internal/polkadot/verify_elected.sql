-- Stakes, pages and commissions of some validators of an era, for the comparison with the node's storage: stakes,
-- nominators and pages are counted over nominators.
select
  elected.validator as subject,
  part.1 as item,
  part.2 as value,
  {day:Nullable(String)} as date
from raw_polkadot_validator as elected final
left join (
  select validator, sum(stake_planck) as stake, count() as nominators, uniqExact(page) as pages
  from raw_polkadot_exposure final
  where network = {network:String} and era = {point:UInt32} and validator in {validators:Array(String)}
  group by validator
) as exposed on exposed.validator = elected.validator
array join [
  ('total_stake_planck', toString(elected.own_stake_planck + exposed.stake)),
  ('own_stake_planck', toString(elected.own_stake_planck)),
  ('nominator_count', toString(exposed.nominators)),
  ('page_count', toString(exposed.pages)),
  ('commission_ppb', toString(elected.commission_ppb))
] as part
where
  elected.network = {network:String}
  and elected.era = {point:UInt32}
  and elected.validator in {validators:Array(String)}
