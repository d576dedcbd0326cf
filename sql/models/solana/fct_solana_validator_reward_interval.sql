/* ---
grain: network, vote_account, interval_slot
reads: [int_solana_interval_part, int_solana_leader_part, int_solana_stake_reward_epoch, raw_solana_reward, raw_solana_epoch, raw_solana_voter, raw_solana_identity, raw_solana_credit, raw_solana_tip, raw_solana_tip_fee, raw_solana_priority_fee]
window: reward_interval
--- */
insert into fct_solana_validator_reward_interval
with
  parts as (
    select * from int_solana_interval_part final
    where network = {network:String} and interval_slot = {interval_slot:UInt32}
  ),
  -- A row of an earlier computation that this one did not write has another version.
  leads as (
    select leader, fee_lamports from int_solana_leader_part final
    where
      network = {network:String} and interval_slot = {interval_slot:UInt32}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
  ),
  -- Validators that are no longer included are written again with zeros.
  existing as (
    select vote_account from fct_solana_validator_reward_interval final
    where network = {network:String} and interval_slot = {interval_slot:UInt32}
  ),
  /* include fragments/solana/nearest_state.sql */,
  identities as (
    /* include fragments/solana/nearest_vote_accounts.sql */
    group by identity
  ),
  /* include fragments/solana/stake_rewards.sql */,
  /* include fragments/solana/tower_credits.sql */,
  /* include fragments/solana/tip_parts.sql */,
  /* include fragments/solana/priority_fee_parts.sql */,
  /* include fragments/solana/validator_rewards.sql */
select
  {network:String} as network,
  vote_account,
  {interval_slot:UInt32} as interval_slot,
  /* include fragments/solana/validator_reward_fields.sql */
  {slot_count:UInt32} = {interval_slots:UInt32} as is_complete,
  toDateTime({from_at:UInt32}, 'UTC') as from_at,
  toDateTime({to_at:UInt32}, 'UTC') as to_at,
  {reward_version:UInt64} as version
/* include fragments/solana/validator_reward_joins.sql */
