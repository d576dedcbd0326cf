-- A sample of the validators elected for an era, by hash.
select validator
from raw_polkadot_validator final
where network = {network:String} and era = {point:UInt32}
order by cityHash64(era, validator)
limit {size:UInt32}
