-- A sample of the pages that were paid while an era was active, by hash, with the blocks that paid them and the
-- rounding of the runtime that ended the earned era. Without nominators from before there were pages, of whom not all
-- were paid.
select
  paid.era as era,
  paid.validator as validator,
  paid.page as page,
  toString(paid.source) as source,
  toString(paid.block_hash) as block_hash,
  toBool(vaPolkadotIsFloored(facts.source, facts.spec_version)) as is_floored,
  toBool(vaPolkadotIsReduced(facts.source, facts.spec_version)) as is_reduced
from raw_polkadot_payout as paid final
inner join (
  select era, source, spec_version
  from raw_polkadot_era final
  where network = {network:String}
) as facts on facts.era = paid.era
inner join (
  select era, validator
  from raw_polkadot_validator final
  where network = {network:String} and (page_count > 0 or nominator_count = 0)
) as elected on elected.era = paid.era and elected.validator = paid.validator
where paid.network = {network:String} and paid.read_era = {point:UInt32}
order by cityHash64(paid.read_era, paid.era, paid.validator, paid.page)
limit {size:UInt32}
