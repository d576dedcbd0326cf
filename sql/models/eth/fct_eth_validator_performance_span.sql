/* ---
grain: network, start_epoch, validator_index
reads: [fct_eth_validator_duty_epoch]
window: span
--- */
-- One span of every validator: the epochs from_epoch to to_epoch, all of them computed.
insert into fct_eth_validator_performance_span
with
  votes as (
    select
      /* include fragments/eth/vote_fields.sql */
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  parts as (
    select
      validator_index,
      /* include fragments/eth/vote_parts.sql */
    from votes
  )
select
  {network:String} as network,
  {from_epoch:UInt32} as start_epoch,
  validator_index,
  /* include fragments/eth/part_sums.sql */,
  {version:UInt64} as version
from parts
group by validator_index
settings
  -- Each validator occurs once, so nothing is collapsed while writing.
  optimize_on_insert = 0,
  -- Smaller blocks are sorted and written with a fraction of the memory.
  min_insert_block_size_rows = 262144,
  min_insert_block_size_bytes = 67108864,
  -- Each thread keeps its own sums for every validator of the range.
  max_threads = 2
