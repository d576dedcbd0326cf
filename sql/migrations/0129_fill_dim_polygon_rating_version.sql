-- Networks of before have the version that rated all checkpoints.
insert into dim_polygon_rating_version
  (network, from_checkpoint, rating_version, signer_weight, proposer_weight, version)
select network, 0, 'polygon-1', 0.9, 0.1, 0
from dim_polygon_network final
