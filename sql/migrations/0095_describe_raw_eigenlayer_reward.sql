-- Every amount names its unit.
alter table raw_eigenlayer_reward
  comment column before 'The same up to the snapshot before, smallest unit'
