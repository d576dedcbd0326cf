-- Pages of some validators of an era that can be claimed, and whether any is unclaimed, for the comparison with the
-- runtime's own answers. For the runtime, a validator without nominators has one page, but never one that is
-- unclaimed.
with
  claims as (
    select pair.1 as validator, count() as claimed
    from raw_polkadot_claim final
    array join arrayZip(validators, pages) as pair
    where network = {network:String} and era = {point:UInt32}
    group by validator
  ),
  exposed as (
    select validator, uniqExact(page) as pages
    from raw_polkadot_exposure final
    where network = {network:String} and era = {point:UInt32} and validator in {validators:Array(String)}
    group by validator
  )
select
  elected.validator as subject,
  part.1 as item,
  part.2 as value,
  {day:Nullable(String)} as date
from raw_polkadot_validator as elected final
left join exposed on exposed.validator = elected.validator
left join claims on claims.validator = elected.validator
array join [
  ('page_count', toString(if(elected.own_stake_planck > 0, greatest(exposed.pages, 1), exposed.pages))),
  ('has_unclaimed_pages', if(claims.claimed < exposed.pages, 'true', 'false'))
] as part
where
  elected.network = {network:String}
  and elected.era = {point:UInt32}
  and elected.validator in {validators:Array(String)}
