-- Base reward of an increment in the last complete chain day's last epoch; its balances pay the previous epoch.
select base_reward_per_increment_gwei as baseRewardGwei
from int_eth_epoch final
where
  network = {network:String}
  and epoch + 1 = (
    select max(end_epoch) from int_eth_day final
    where network = {network:String} and day_type = 'chain' and is_complete = 1
  )
