-- Who was not paid is told by registrations.
alter table raw_cardano_reward
  modify column reward_type Enum8('leader' = 0, 'member' = 1, 'unregistered' = 2) comment 'leader: fees and the share of the owners. member: of a delegator. unregistered: of either, not paid, because the account was not registered'
