-- Which validators were jailed or outside the active set when the state was last read?
select moniker, validator, is_jailed, is_bonded, commission_rate
from cosmos_validator
where
  network = 'celestia'
  and height = (select max(height) from cosmos_validator where network = 'celestia')
  and (is_jailed = 1 or is_bonded = 0)
order by is_jailed desc, validator asc
