-- How many era points did each validator earn in the last era, compared with the mean?
select
  name.name as name,
  elected.validator as validator,
  elected.point_count as points,
  round(vaRatio(elected.point_count * count() over (), sum(elected.point_count) over ()), 3) as against_mean,
  elected.commission_ppb / 1e7 as commission_percent
from polkadot_elected_validator as elected
left join polkadot_name as name on name.network = elected.network and name.account = elected.validator
where
  elected.network = 'polkadot'
  and elected.era = (select max(era) from polkadot_era where network = 'polkadot')
order by points desc, validator asc
