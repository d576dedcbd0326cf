-- Stakes of one side are differences, and what has no second source is unknown.
alter table fct_avalanche_validator_reward_daily
  comment column potential_residual_navax 'Potential rewards that a node told of stakes less what blocks say, stakes of one side only included, nAVAX; null on days without such a look, and while blocks do not say the reward of a stake of its own'
