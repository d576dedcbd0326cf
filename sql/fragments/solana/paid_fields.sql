-- Fields of `sums`, which has the sums of paid_sums.sql.
sums.active_lamports as delegated_stake_lamports,
sums.paid_lamports as staking_reward_lamports,
if(sums.unknown_commissions = 0, toNullable(sums.commission_lamports), null) as staking_commission_lamports,
if(sums.unknown_credits = 0, toNullable(sums.missed_lamports), null) as missed_staking_reward_lamports,
if({are_tips_known:UInt8}, toNullable(sums.tip_lamports), null) as mev_reward_lamports,
if({are_fees_known:UInt8}, toNullable(sums.fee_lamports), null) as fee_reward_lamports,
if({are_tips_known:UInt8}, toNullable(sums.kept_lamports), null) as mev_commission_lamports
