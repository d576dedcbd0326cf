-- Who was not paid is told by registrations.
alter table fct_cardano_pool_reward_epoch
  comment column ledger_leader_reward 'What the formulas say of the leader, 0 of one that was not registered, lovelace',
  comment column ledger_member_reward 'What the formulas say of the members that were registered, lovelace',
  comment column unpaid_reward 'What they say of accounts that were not paid because they were not registered, lovelace; null when registrations were not read',
  comment column reward_residual 'Paid less what the formulas say of accounts that were registered, lovelace; null when registrations were not read'
