-- Rating versions of the network, as arrays: numbers, weights of proposing, of voting.
(
  select tuple(groupArray(rating_version), groupArray(proposer_weight), groupArray(voting_weight))
  from dim_solana_rating_version final
  where network = {network:String}
) as rating_versions,
