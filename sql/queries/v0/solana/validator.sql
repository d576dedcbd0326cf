-- A validator by the newest state that has it.
select
  voter.vote_account as voteAccount,
  voter.identity as validatorIdentity,
  voter.name as validatorName,
  voter.website as website,
  voter.icon_url as iconUrl,
  voter.details as details,
  voter.software_version as softwareVersion,
  voter.epoch as epoch,
  voter.slot as slot,
  divideDecimal(toDecimal256(voter.activated_stake_lamports, 0), toDecimal256(1000000000, 0), 9) as activatedStake,
  ifNull(voter.commission_bps, toUInt16(voter.commission) * 100) / 10000 as voteCommissionRate,
  (
    select argMaxOrNull(commission_bps, created_epoch)
    from raw_solana_tip final
    where network = {network:String} and vote_account = {voteAccount:String}
  ) / 10000 as mevCommissionRate,
  voter.last_vote_slot as lastVoteSlot,
  voter.root_slot as rootSlot,
  toBool(voter.is_delinquent = 1) as isDelinquent,
  toBool(voter.is_epoch_vote_account = 1) as isEpochVoteAccount
from raw_solana_voter as voter final
where voter.network = {network:String} and voter.vote_account = {voteAccount:String}
order by voter.epoch desc
limit 1
