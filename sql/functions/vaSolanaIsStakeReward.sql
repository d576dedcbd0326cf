-- Whether a reward in a block is inflation for a stake account. One whose stake has left by the time it is paid has a
-- type of its own since Agave 4.2.
-- rewardType: as the node names it. Returns UInt8.
-- Example: vaSolanaIsStakeReward('Staking') = 1 and vaSolanaIsStakeReward('Voting') = 0
create or replace function vaSolanaIsStakeReward as (rewardType) -> rewardType in ('Staking', 'DeactivatedStake')
