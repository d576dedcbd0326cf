-- Every amount names its unit.
alter table fct_polygon_validator_daily
  comment column net_yield 'The same less what delegators get, for each wei of stake, times 1e18'
