-- Stakes of a validator, from its sums.
vaPol(sums.self_stake) as selfStake,
vaPol(sums.delegated_stake) as delegatedStake,
vaPol(sums.self_stake + sums.delegated_stake) as totalStake,
vaPercent(sums.commission_percent) as commissionRate,
