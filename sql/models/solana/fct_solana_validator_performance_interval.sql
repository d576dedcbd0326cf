/* ---
grain: network, vote_account, interval_slot
reads: [int_solana_interval_part, int_solana_leader_part, int_solana_vote_part, raw_solana_voter, raw_solana_identity, int_solana_participation_epoch]
window: interval_record
--- */
insert into fct_solana_validator_performance_interval
with
  parts as (
    select * from int_solana_interval_part final
    where network = {network:String} and interval_slot = {interval_slot:UInt32}
  ),
  -- A row of an earlier computation that this one did not write has another version.
  leads as (
    select * from int_solana_leader_part final
    where
      network = {network:String}
      and interval_slot = {interval_slot:UInt32}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
  ),
  votes as (
    select * from int_solana_vote_part final
    where
      network = {network:String}
      and interval_slot = {interval_slot:UInt32}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
  ),
  /* include fragments/solana/nearest_state.sql */,
  identities as (
    /* include fragments/solana/nearest_vote_accounts.sql */
    group by identity
  ),
  /* include fragments/solana/performance_sources.sql */
select
  {network:String} as network,
  sums.vote_account as vote_account,
  {interval_slot:UInt32} as interval_slot,
  sums.identity as identity,
  /* include fragments/solana/performance_fields.sql */
  {are_parts_complete:UInt8} and {are_credits_final:UInt8} as is_complete,
  toDateTime({from_at:UInt32}, 'UTC') as from_at,
  toDateTime({to_at:UInt32}, 'UTC') as to_at,
  {record_version:UInt64} as version
from sums
