-- Inputs of a validator's day on Solana: the state nearest to it, the epochs that ended on it, its identities, and the
-- number of its known slots.
select
  (
    select argMin(epoch, vaSolanaNearness(epoch, {to_epoch:UInt32}))
    from raw_solana_state final
    where network = {network:String}
  ) as nearest_epoch,
  ifNull(nearest_epoch, 0) as state_epoch,
  (
    select groupArray(epoch)
    from raw_solana_epoch final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and last_slot between {from_slot:UInt32} and {to_slot:UInt32}
  ) as ended_epochs,
  (
    select groupArray(identity)
    from (
      /* include fragments/solana/nearest_vote_accounts.sql */
        and identity in (
          select identity from raw_solana_identity
          where network = {network:String} and vote_account = {voteAccount:String}
        )
      group by identity
    ) as nearest
    where nearest.vote_account = {voteAccount:String}
  ) as identities,
  {to_slot:UInt32} - {from_slot:UInt32} + 1 as slotsExpected,
  count() as slotsKnown
from raw_solana_slot final
where network = {network:String} and slot between {from_slot:UInt32} and {to_slot:UInt32}
