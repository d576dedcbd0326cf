/* ---
grain: network, checkpoint
reads: [fct_polygon_validator_checkpoint, raw_polygon_checkpoint]
window: checkpoint
--- */
-- Sums over the validators of some checkpoints, together with the reward by the emission rules. Only the contract knows
-- whether a checkpoint came faster than the previous one, which raises or lowers the reward: the nearest of the rewards
-- allowed by the rules counts.
insert into fct_polygon_checkpoint
with
  sums as (
    select
      own.checkpoint as checkpoint,
      toUInt32(count()) as validator_count,
      toUInt32(sum(own.is_signed)) as signed_count,
      sum(own.self_stake) as self_stake,
      sum(own.delegated_stake) as delegated_stake,
      sumIf(own.self_stake + own.delegated_stake, own.is_signed = 1) as signed_stake,
      sum(own.proposer_reward) as proposer_reward,
      sum(own.signing_reward) as signing_reward,
      sum(own.commission_reward) as commission_reward,
      sum(own.delegator_reward) as delegator_reward
    from fct_polygon_validator_checkpoint as own final
    where own.network = {network:String} and own.checkpoint between {from:UInt32} and {to:UInt32}
    group by own.checkpoint
  ),
  candidates as (
    select
      checkpoint,
      position,
      start_block,
      end_block,
      reward,
      checkpoint_at,
      if(
        lagInFrame(checkpoint, 1, 0) over numbers = checkpoint - 1 and checkpoint > 1,
        toNullable(toInt64(start_block) - toInt64(lagInFrame(end_block, 1, 0) over numbers) - 1),
        null
      ) as range_residual,
      toInt256(end_block - start_block + 1) as blocks,
      toInt256({checkpoint_reward:UInt128}) as full_reward,
      toInt256(greatest({block_interval:UInt32}, 1)) as interval_blocks,
      least(intDiv(blocks, interval_blocks), {intervals_max:UInt32}) as intervals,
      intDiv(full_reward * {delta_percent:UInt32}, 100) as change,
      arrayMap(
        each -> if(
          blocks > interval_blocks,
          each * intervals
          - intDiv(each * intDiv((intervals - 1) * intervals, 2) * {decrease_percent:UInt32}, 100)
          + intDiv(
            (blocks - intervals * interval_blocks)
            * (each - intDiv(each * intervals * {decrease_percent:UInt32}, 100)),
            interval_blocks
          ),
          intDiv(blocks * each, interval_blocks)
        ),
        if(intervals > 0, [full_reward, full_reward + change, full_reward - change], [full_reward])
      ) as emissions
    from raw_polygon_checkpoint final
    where network = {network:String} and checkpoint between {from:UInt32} - 1 and {to:UInt32}
    window numbers as (order by checkpoint asc)
  ),
  joined as (
    select
      candidates.*,
      sums.*,
      arraySort(
        emission -> abs(toInt256(candidates.reward) - emission),
        arrayMap(
          emission -> intDiv(emission * sums.signed_stake, greatest(sums.self_stake + sums.delegated_stake, 1)),
          candidates.emissions
        )
      )[1] as emitted
    from candidates
    inner join sums on sums.checkpoint = candidates.checkpoint
  )
select
  {network:String} as network,
  joined.checkpoint as checkpoint,
  toDate(joined.checkpoint_at) as day,
  joined.position as position,
  joined.start_block as start_block,
  joined.end_block as end_block,
  joined.validator_count as validator_count,
  joined.signed_count as signed_count,
  joined.self_stake as self_stake,
  joined.delegated_stake as delegated_stake,
  joined.signed_stake as signed_stake,
  joined.reward as reward,
  joined.proposer_reward as proposer_reward,
  joined.signing_reward as signing_reward,
  joined.commission_reward as commission_reward,
  joined.delegator_reward as delegator_reward,
  toInt128(joined.reward) - toInt128(joined.proposer_reward) - toInt128(joined.signing_reward) as reward_residual,
  if({has_rules:Bool}, toNullable(toUInt128(joined.emitted)), null) as emitted_reward,
  if({has_rules:Bool}, toNullable(toInt128(joined.reward) - toInt128(joined.emitted)), null) as emission_residual,
  joined.range_residual as range_residual,
  joined.checkpoint_at as checkpoint_at,
  {version:UInt64} as version
from joined
where joined.checkpoint between {from:UInt32} and {to:UInt32}
