-- Checksum of the validators that exit by consolidation, in the state of a slot.
select toString(sum(cityHash64(merging.validator_index))) as checksum
from (
  select distinct validator_index
  from (
    /* include fragments/eth/merging_validators.sql */
  )
) as merging
