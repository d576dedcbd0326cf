-- Stored eras that are not computed, or by an older model revision, or that no day includes.
select facts.network as network, facts.era as era
from raw_polkadot_era as facts final
left join (select network, era, version, 1 as is_there from int_polkadot_network_era final) as computed
  on computed.network = facts.network and computed.era = facts.era
left join (select network, day, from_era, to_era, 1 as is_there from int_polkadot_day final) as made
  on made.network = facts.network and made.day = facts.day
where
  computed.is_there = 0 or computed.version < {revision:UInt64} or made.is_there = 0
  or facts.era < made.from_era or facts.era > made.to_era
order by network, era
