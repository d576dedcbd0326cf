-- What validators were paid is read, too.
alter table raw_polygon_stake_event
  comment column kind 'staked, unstake_init, restaked, signer_change, commission, jailed, unjailed, stake_update, reward_claim, reward_update, proposer_bonus, reward_params',
  comment column amount 'Self stake after the event, wei; of stake_update with delegations; of reward_claim what was paid; of rules the new value; of commission percent'
