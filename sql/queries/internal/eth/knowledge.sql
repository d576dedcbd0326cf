-- Known facts of the epochs of a record, which only grow: carried scores, proposals, their known rewards, and known
-- correlation penalties.
select
  (
    select sum(carried_score)
    from int_eth_epoch final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  ) + (
    select count() + count(attestation_reward_gwei)
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and slot between {from:UInt32} * {slots:UInt32} and {to:UInt32} * {slots:UInt32} + {slots:UInt32} - 1
  ) + (
    select count(penalty_gwei)
    from fct_eth_slashing_correlation final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  ) as knowledge
