-- Eras whose claims or payments were read but not compared with earned rewards since, or by an older model revision.
select
  read.network as network,
  read.era as era
from (
  select network, era, max(read_era) as read_era, countIf(is_payment) as payment_count
  from (
    select network, era, read_era, false as is_payment from raw_polkadot_claim final
    union all
    select network, era, read_era, true as is_payment from raw_polkadot_payout final
  )
  group by network, era
) as read
left join (
  select
    network,
    era,
    max(read_era) as read_era,
    min(version) as version,
    sum(paid_page_count) as payment_count,
    1 as is_there
  from fct_polkadot_claim_era final
  group by network, era
) as made on made.network = read.network and made.era = read.era
where
  made.is_there = 0
  or made.read_era < read.read_era
  or made.payment_count < read.payment_count
  or made.version < {revision:UInt64} * {claim_revision:UInt64}
order by network, era
