-- Rating versions of the network, oldest first, as arrays: first checkpoints, names, weights of signing, of proposing.
(
    select
      tuple(
        groupArray(from_checkpoint),
        groupArray(rating_version),
        groupArray(toNullable(signer_weight)),
        groupArray(toNullable(proposer_weight))
      )
    from (
      select from_checkpoint, rating_version, signer_weight, proposer_weight
      from dim_polygon_rating_version final
      where network = {network:String}
      order by from_checkpoint asc
    )
  ) as rating_versions
