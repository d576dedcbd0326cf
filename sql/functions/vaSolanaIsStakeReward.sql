-- Whether a reward in a block is an inflation reward of a stake account. Since Agave 4.2, an account whose stake is
-- deactivated by the time of the payment has a reward type of its own.
-- rewardType: as the node names it. Returns UInt8.
-- Example: vaSolanaIsStakeReward('Staking') = 1 and vaSolanaIsStakeReward('Voting') = 0
create or replace function vaSolanaIsStakeReward as (rewardType) -> rewardType in ('Staking', 'DeactivatedStake')
