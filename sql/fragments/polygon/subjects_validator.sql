-- Every validator that there ever was, as the contract has it, with what it did on the complete days of a window and
-- its active stake at the window's last checkpoint: 0 without a duty then. Needs rating_versions.sql.
with
  (
    select tuple(maxOrNull(from_day), maxOrNull(to_day), maxOrNull(to_checkpoint))
    from fct_polygon_window final
    where
      network = {network:String}
      and window_days = ifNull({windowDays:Nullable(UInt16)}, 0)
      and fct_polygon_window.validator = 0
  ) as period,
  (
    select maxOrNull(checkpoint)
    from fct_polygon_checkpoint final
    where network = {network:String}
  ) as newest,
  -- Until the first day is complete, stakes are those of the newest checkpoint.
  ifNull(period.3, newest) as last_checkpoint,
  -- Epochs of the contract, for comparison with the newest checkpoint.
  newest + (
    select ifNull(any(epoch_offset), 0) from raw_polygon_rule final where network = {network:String}
  ) as newest_epoch
select
  toString(validator) as id,
  validator as id_order,
  ifNull(staked.signer, '') as other_id,
  CAST(null, 'Nullable(String)') as name,
  multiIf(
    newest is null, null,
    staked.deactivation_epoch != 0 and staked.deactivation_epoch <= newest_epoch + 1, toNullable('exited'),
    staked.activation_epoch > newest_epoch + 1, 'pending',
    staked.deactivation_epoch != 0, 'exiting',
    'active'
  ) as status,
  -- allow optional-default: a validator without a duty at the checkpoint has no active stake
  vaPol(if(last_checkpoint is null, null, toNullable(held.stake))) as stake,
  divideDecimal(toDecimal128(toNullable(staked.commission_percent), 0), toDecimal128(100, 0), 2) as commission,
  100 * vaPolygonRating(
    toFloat64(sums.signed_count),
    sums.signing_duty_count,
    toFloat64(sums.proposed_count),
    sums.proposal_duty_count,
    rating_versions.3[sums.version_place],
    rating_versions.4[sums.version_place]
  ) as effectiveness,
  vaPol(if(period.2 is null, null, toNullable(sums.reward))) as rewards,
  CAST(null, 'Nullable(Decimal(76, 18))') as penalties,
  if(
    period.2 is null,
    null,
    toNullable(sums.signing_duty_count - sums.signed_count + sums.proposal_duty_count - sums.proposed_count)
  ) as missed_duties,
  if(period.2 is null, null, toNullable(sums.proposed_count)) as proposals,
  if(period.2 is null, null, toNullable(sums.day_count)) as days,
  period.2 as last_day
from (
  select
    validator,
    signer,
    activation_epoch,
    deactivation_epoch,
    commission_percent
  from raw_polygon_validator final
  where network = {network:String}
  order by day desc
  limit 1 by validator
) as staked
left join (
  select
    validator,
    sum(toUInt64(signing_duty_count)) as signing_duty_count,
    sum(toUInt64(signed_count)) as signed_count,
    sum(toUInt64(proposal_duty_count)) as proposal_duty_count,
    sum(toUInt64(proposed_count)) as proposed_count,
    sum(toUInt256(signing_reward) + proposer_reward) as reward,
    argMax(arrayLastIndex(first -> first <= from_checkpoint, rating_versions.1), day) as version_place,
    count() as day_count
  from fct_polygon_validator_daily final
  where network = {network:String} and is_complete = 1 and day between period.1 and period.2
  group by validator
) as sums using (validator)
left join (
  select validator, toUInt256(self_stake) + delegated_stake as stake
  from fct_polygon_validator_checkpoint final
  where network = {network:String} and checkpoint = last_checkpoint
) as held using (validator)
