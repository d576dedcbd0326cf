-- Every amount names its unit.
alter table raw_eigenlayer_share
  comment column amount 'Shares, in the smallest unit of the strategy, or a factor of 10^18'
