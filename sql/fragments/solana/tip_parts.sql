-- Settled tips by recipient: the tip router takes its fee, the validator its commission on the total as far as the fee
-- leaves it, delegators the rest (jito-tip-router 30e1b579, meta_merkle_tree/src/generated_merkle_tree.rs). The fee is
-- that of the epoch in which its operators vote, the following one.
tip_parts as (
  select
    tip.created_epoch as created_epoch,
    tip.vote_account as vote_account,
    tip.commission_bps as commission_bps,
    tip.claim as claim_lamports,
    toUInt64(intDiv(toUInt256(tip.claim) * fee.fee_bps, 10000)) as router_lamports,
    toUInt64(least(
      intDiv(toUInt256(tip.claim) * tip.commission_bps, 10000),
      toUInt256(tip.claim - router_lamports)
    )) as kept_lamports,
    tip.claim - router_lamports - kept_lamports as shared_lamports
  from (
    select
      network,
      created_epoch,
      created_epoch + 1 as ballot_epoch,
      vote_account,
      commission_bps,
      ifNull(total_claim_lamports, 0) as claim
    from raw_solana_tip final
    where network = {network:String} and total_claim_lamports is not null
  ) as tip
  asof inner join (
    select network, toUInt64(activation_epoch) as activation_epoch, fee_bps
    from raw_solana_tip_fee final
    where network = {network:String}
  ) as fee on fee.network = tip.network and tip.ballot_epoch >= fee.activation_epoch
)
