-- Number of validators after a page of v0's metadata, from an index on.
select count() as total
from dim_eth_validator as validator final
where
  /* include fragments/eth/requested_validators.sql */
