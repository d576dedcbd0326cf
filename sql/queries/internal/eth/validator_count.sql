-- Number of validator indices assigned by a network so far.
select toUInt64(max(validator_index)) + 1 as validators from dim_eth_validator where network = {network:String}
