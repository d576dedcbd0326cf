-- Whether a delegator is known: by a share, a delegation, a pod or a reward.
select 1 as found
from (
  select 1 as one from raw_eigenlayer_share
  where network = {network:String} and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
  union all
  select 1 as one from raw_eigenlayer_delegation
  where network = {network:String} and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
  union all
  select 1 as one from raw_eigenlayer_reward
  where network = {network:String} and earner = toFixedString(unhex(substring({account:String}, 3)), 20)
  union all
  select 1 as one from raw_eigenlayer_pod
  where network = {network:String} and owner = toFixedString(unhex(substring({account:String}, 3)), 20)
)
limit 1
