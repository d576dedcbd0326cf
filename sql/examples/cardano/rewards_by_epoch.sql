-- What did a pool earn in each epoch, and how much of it did it keep?
-- Null: not known yet. An epoch is paid at the start of the epoch after next.
select
  epoch,
  block_count,
  (leader_reward + member_reward) / 1e6 as earned_ada,
  round(vaRatio(leader_reward, leader_reward + member_reward), 4) as leader_share
from cardano_pool_reward_epoch
where network = 'mainnet' and pool = 'pool1pu5jlj4q9w9jlxeu370a3c9myx47md5j5m2str0naunn2q3lkdy'
order by epoch desc
