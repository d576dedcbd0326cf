-- Networks of before have the version that rated all slots.
insert into dim_solana_rating_version
  (network, from_slot, rating_version, proposer_weight, voting_weight, version)
select network, 0, 1, 3, 5, 0
from dim_solana_network final
