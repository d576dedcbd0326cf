-- Fields of `reward`, which is explained_reward.sql.
reward.root_index as root_index,
reward.activated_on as activated_on,
reward.amount as amount,
toBool(ifNull(reward.is_active, 1)) as isDayComplete
