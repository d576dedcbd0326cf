-- The numbers of one validator's day, and its checkpoints. No row without a record.
with
  /* include fragments/polygon/rating_versions.sql */,
  arrayLastIndex(first -> first <= sums.from_checkpoint, rating_versions.1) as version_place
select
  sums.network as network,
  sums.validator as validator,
  sums.day as day,
  sums.from_checkpoint as first_checkpoint,
  sums.to_checkpoint as last_checkpoint,
  sums.last_duty as last_duty,
  /* include fragments/polygon/performance_fields.sql */
  rating_versions.3[version_place] as signerWeight,
  rating_versions.4[version_place] as proposerWeight,
  vaPol(sums.self_stake) as selfStake,
  vaPol(sums.delegated_stake) as delegatedStake,
  vaPol(sums.self_stake + sums.delegated_stake) as totalStake,
  vaPercent(sums.commission_percent) as commissionRate,
  vaPol(sums.signing_reward) as signingRewards,
  vaPol(sums.proposer_reward) as proposerRewards,
  vaPol(sums.commission_reward) as commissionRewards,
  vaPol(sums.delegator_reward) as delegatorRewards,
  vaPol(sums.signing_reward + sums.proposer_reward) as grossRewards,
  vaPol(sums.signing_reward + sums.proposer_reward - sums.delegator_reward) as netRewards,
  vaPol(sums.missed_reward) as missedRewards,
  fee.amount as priorityFees,
  -- 0 if there is no edition, and then the key matches no row.
  -- allow optional-default: 0 names no edition
  fee.version as fee_edition,
  toBool(sums.is_complete = 1) as isDayComplete
from fct_polygon_validator_daily as sums final
left join (
  /* include fragments/polygon/priority_fees.sql */
      and paid.validator = {validatorId:UInt32}
      and paid.day = {date:Date}
) as fee on fee.day = sums.day
where sums.network = {network:String} and sums.validator = {validatorId:UInt32} and sums.day = {date:Date}
