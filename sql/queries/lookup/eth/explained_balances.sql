-- Changes of a validator's balance between the states around a day, and the epochs of these; without a comparison,
-- those of the day.
select
  balances.start_balance_gwei as balanceBefore,
  balances.end_balance_gwei as balanceAfter,
  balances.attestation_gwei as balanceByAttestations,
  balances.sync_gwei as balanceBySyncCommittee,
  balances.proposer_gwei as balanceByProposals,
  balances.slashing_gwei as balanceBySlashings,
  balances.deposit_gwei as balanceByDeposits,
  balances.withdrawal_gwei as balanceByWithdrawals,
  balances.consolidation_gwei as balanceByConsolidations,
  balances.residual_gwei as balanceResidual,
  arrayStringConcat(ifNull(balances.missing_inputs, []), ', ') as missingInputs,
  ifNull(balances.start_epoch, {start_epoch:UInt32}) as before_epoch,
  ifNull(balances.end_epoch, {end_epoch:UInt32} + 1) as after_epoch,
  balances.start_epoch is not null as is_compared
from (select 1 as one) as always
left join (
  select *, 1 as one
  from fct_eth_validator_reconciliation_daily final
  where
    network = {network:String}
    and day_type = {dayType:String}
    and validator_index = {validatorIndex:UInt32}
    and day = {day:UInt32}
) as balances on balances.one = always.one
settings join_use_nulls = 1
