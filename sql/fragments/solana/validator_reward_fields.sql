-- Reward fields of a validator in a period, after its key.
if(voters.identity = '', names.identity, voters.identity) as identity,
{from_slot:UInt32} as from_slot,
{to_slot:UInt32} as to_slot,
{from_epoch:UInt32} as from_epoch,
{to_epoch:UInt32} as to_epoch,
-- allow optional-default: an account that is not among the voters of a state has no stake in it
if((select count() from voters) > 0, toNullable(voters.activated_stake_lamports), null) as activated_stake_lamports,
if(
  voters.activated_stake_lamports = 0,
  null,
  ifNull(voters.commission_bps, toUInt16(voters.commission) * 100)
) as commission_bps,
tip_rates.commission_bps as mev_commission_bps,
toInt64(led.fee_lamports) as block_reward_lamports,
if(inflated.collected_elsewhere = 0, toNullable(inflated.voting_lamports), null) as voting_reward_lamports,
if(unattributed_epochs = 0, toNullable(inflated.staking_lamports), null) as staking_reward_lamports,
if(unattributed_epochs = 0, toNullable(inflated.payouts), null) as paid_stake_account_count,
if(
  inflated.unknown_commissions + inflated.collected_elsewhere + inflated.split_epochs + unattributed_epochs = 0,
  toNullable(inflated.voting_lamports - inflated.commission_lamports),
  null
) as commission_residual_lamports,
if({are_tips_known:UInt8}, toNullable(tips.kept_lamports), null) as mev_commission_lamports,
if({are_tips_known:UInt8}, toNullable(tips.shared_lamports), null) as mev_reward_lamports,
if({are_fees_known:UInt8}, toNullable(passed.passed_lamports), null) as passed_fee_lamports,
if({are_fees_known:UInt8}, toNullable(passed.shared_lamports), null) as delegator_fee_lamports,
if(
  inflated.unknown_credits + inflated.collected_elsewhere + unattributed_epochs = 0,
  toNullable(inflated.missed_lamports),
  null
) as missed_staking_reward_lamports,
