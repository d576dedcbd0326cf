-- Checksum of who leaves by being merged into another, as a slot's state tells.
select toString(sum(cityHash64(merging.validator_index))) as checksum
from (
  select distinct validator_index
  from (
    /* include fragments/eth/merging_validators.sql */
  )
) as merging
