-- Block at which the contract was read last, and whether all rows of that are here.
select
  rule.block_number as block_number,
  toBool(
    rule.validator_count = (
      select count()
      from raw_polygon_validator final
      where network = {network:String} and block_number = rule.block_number
    )
  ) as is_whole
from raw_polygon_rule as rule final
where rule.network = {network:String}
