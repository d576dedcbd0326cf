-- Validators by the state nearest to a period.
voters as (
  select vote_account, identity, activated_stake_lamports, commission, commission_bps
  from raw_solana_voter final
  where network = {network:String} and epoch = {state_epoch:UInt32} and activated_stake_lamports > 0
),
-- For vote accounts without stake, which the state's validators do not include.
names as (
  select
    vote_account,
    argMin(identity, (abs(toInt64(epoch) - {to_epoch:UInt32}), -toInt64(version), identity)) as identity
  from raw_solana_identity final
  where network = {network:String}
  group by vote_account
)
