-- Settled fees that validators passed on: the tip router takes its fee, delegators get the rest. A validator paid the
-- amount counted by the program, limited by the balance of the account: at first the program only counted, and others
-- may send lamports there, too (jito-programs ce1dfb6b, priority-fee-distribution/src/lib.rs,
-- transfer_priority_fee_tips; jito-tip-router 30e1b579, meta_merkle_tree/src/generated_merkle_tree.rs). The fee is that
-- of the following epoch.
priority_fee_parts as (
  select
    fees.created_epoch as created_epoch,
    fees.vote_account as vote_account,
    fees.commission_bps as commission_bps,
    fees.claim as claim_lamports,
    least(fees.transferred_lamports, fees.claim) as passed_lamports,
    toUInt64(intDiv(toUInt256(fees.claim) * router.priority_bps, 10000)) as router_lamports,
    fees.claim - router_lamports as shared_lamports
  from (
    select
      network,
      created_epoch,
      created_epoch + 1 as ballot_epoch,
      vote_account,
      commission_bps,
      transferred_lamports,
      assumeNotNull(total_claim_lamports) as claim
    from raw_solana_priority_fee final
    where network = {network:String} and total_claim_lamports is not null
  ) as fees
  asof inner join (
    select network, toUInt64(activation_epoch) as activation_epoch, assumeNotNull(priority_fee_bps) as priority_bps
    from raw_solana_tip_fee final
    where network = {network:String} and priority_fee_bps is not null
  ) as router on router.network = fees.network and fees.ballot_epoch >= router.activation_epoch
)
