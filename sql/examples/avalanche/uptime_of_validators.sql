-- What share of each validator's stakes was rewarded?
-- The only final measure of uptime: the number of its own stakes and of delegations to it that ended with a reward.
select
  node_id,
  countIf(is_committed is not null) as ended,
  countIf(is_committed = 1) as rewarded,
  round(vaRatio(rewarded, ended), 4) as rewarded_part,
  sum(paid_own_navax + paid_fee_navax) / 1e9 as paid_avax
from avalanche_stake
where network = 'mainnet'
group by node_id
having ended > 0
order by rewarded_part asc, node_id asc
