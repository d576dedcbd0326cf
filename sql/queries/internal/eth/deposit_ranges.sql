-- Runs of execution blocks within a range whose deposits are stored, in order. Runs read by block number count only if
-- signatures were read, too; runs read with epochs are only replaced with their epochs.
select from_block, to_block
from raw_eth_deposit_range final
where
  network = {network:String}
  and to_block >= {from:UInt32}
  and from_block <= {to:UInt32}
  -- The lower half of a version is 1 with signatures.
  and (epoch is not null or bitAnd(version, 4294967295) = 1)
order by from_block, to_block
