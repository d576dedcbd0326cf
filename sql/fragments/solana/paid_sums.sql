-- Sums of the `rewards` that were paid, with the number of those whose parts are unknown.
sumIf(staking_reward_lamports, is_paid) as paid_lamports,
countIf(is_paid and staking_commission_lamports is null) as unknown_commissions,
sumIf(ifNull(staking_commission_lamports, 0), is_paid) as commission_lamports,
countIf(is_paid and missed_staking_reward_lamports is null) as unknown_credits,
sumIf(ifNull(missed_staking_reward_lamports, 0), is_paid) as missed_lamports,
sumIf(mev_reward_lamports, is_tipped) as tip_lamports,
sumIf(fee_reward_lamports, is_tipped) as fee_lamports,
sumIf(mev_commission_lamports, is_tipped) as kept_lamports
