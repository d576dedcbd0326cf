-- Eras whose claims were read, but not held against what was earned since, or by an older revision of the maths.
select claim.network as network, claim.era as era
from raw_polkadot_claim as claim final
left join (
  select network, era, max(read_era) as read_era, min(version) as version, 1 as is_there
  from fct_polkadot_claim_era final
  group by network, era
) as made on made.network = claim.network and made.era = claim.era
where
  made.is_there = 0
  or made.read_era < claim.read_era
  or made.version < {revision:UInt64} * {claim_revision:UInt64}
order by network, era
