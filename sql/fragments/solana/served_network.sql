-- Fields of the network's `record`, after its period.
record.voter_count as validatorCount,
divideDecimal(toDecimal256(record.activated_stake_lamports, 0), toDecimal256(1000000000, 0), 9) as activatedStake,
