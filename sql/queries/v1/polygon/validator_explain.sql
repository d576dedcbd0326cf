-- The facts of a validator's day: each checkpoint that it had the duty to sign, with its block on the root chain, and
-- its priority fees from the file. Amounts in POL.
with
  duties as (
    select
      own.checkpoint as checkpoint,
      facts_of_checkpoint.block_number as block_number,
      toString(facts_of_checkpoint.block_hash) as block_hash,
      toString(facts_of_checkpoint.transaction_hash) as transaction_hash,
      facts_of_checkpoint.proposer as proposer,
      format(
        'checkpoint {}, Bor blocks {} to {}, log {} of its block',
        toString(own.checkpoint),
        toString(facts_of_checkpoint.start_block),
        toString(facts_of_checkpoint.end_block),
        toString(facts_of_checkpoint.log_index)
      ) as item,
      own.self_stake as self_stake,
      own.delegated_stake as delegated_stake,
      own.commission_percent as commission_percent,
      own.proposed_count as proposed_count,
      own.proposal_duty_count - own.proposed_count as missed_count,
      own.is_turn_known as is_turn_known,
      own.bor_duty_count as bor_duty_count,
      own.bor_made_count as bor_made_count,
      own.signing_reward as signing_reward,
      own.proposer_reward as proposer_reward,
      own.commission_reward as commission_reward,
      own.delegator_reward as delegator_reward,
      own.missed_reward as missed_reward,
      own.is_signed as is_signed
    from fct_polygon_validator_checkpoint as own final
    inner join (
      select checkpoint, block_number, log_index, block_hash, transaction_hash, proposer, start_block, end_block
      from raw_polygon_checkpoint final
      where
        network = {network:String}
        and checkpoint between {first_checkpoint:UInt32} and {last_checkpoint:UInt32}
    ) as facts_of_checkpoint on facts_of_checkpoint.checkpoint = own.checkpoint
    where
      own.network = {network:String}
      and own.validator = {validatorId:UInt32}
      and own.checkpoint between {first_checkpoint:UInt32} and {last_checkpoint:UInt32}
  ),
  -- A checkpoint gives up to five facts; the engine reads it once for all of them.
  parts as (
    select
      block_number,
      block_hash,
      transaction_hash,
      item,
      arrayJoin(
        arrayFilter(
          part -> part.1 != '',
          [
            (
              'signature',
              'a signature',
              if(is_signed = 1, 'signed', 'not signed'),
              toNullable(toDecimal256(vaPol(if(is_signed = 1, signing_reward, missed_reward)), 24)),
              'POL',
              [
                ('checkpointSigningDuties', toDecimal256(1, 24)),
                ('checkpointsSigned', toDecimal256(is_signed, 24)),
                ('signingRewards', toDecimal256(vaPol(signing_reward), 24)),
                ('commissionRewards', toDecimal256(vaPol(commission_reward), 24)),
                ('delegatorRewards', toDecimal256(vaPol(delegator_reward), 24)),
                ('grossRewards', toDecimal256(vaPol(signing_reward), 24)),
                ('netRewards', toDecimal256(vaPol(signing_reward - delegator_reward), 24)),
                ('missedRewards', toDecimal256(vaPol(missed_reward), 24))
              ]
            ),
            (
              if(proposed_count > 0, 'proposal', ''),
              'a proposal',
              format('proposed by {}', proposer),
              toNullable(toDecimal256(vaPol(proposer_reward), 24)),
              'POL',
              [
                ('checkpointProposalDuties', toDecimal256(proposed_count, 24)),
                ('checkpointsProposed', toDecimal256(proposed_count, 24)),
                ('proposerRewards', toDecimal256(vaPol(proposer_reward), 24)),
                ('grossRewards', toDecimal256(vaPol(proposer_reward), 24)),
                ('netRewards', toDecimal256(vaPol(proposer_reward), 24))
              ]
            ),
            (
              if(is_turn_known = 0 or missed_count > 0, 'turn', ''),
              'a proposal in each of its turns',
              if(
                is_turn_known = 0,
                'unknown whose turns Heimdall passed on',
                format('{} of its turns passed on by Heimdall', toString(missed_count))
              ),
              if(is_turn_known = 0, null, toNullable(toDecimal256(missed_count, 24))),
              'turns',
              [
                ('checkpointProposalDuties', toDecimal256(missed_count, 24)),
                ('unknownTurnCheckpoints', toDecimal256(1 - is_turn_known, 24))
              ]
            ),
            (
              if(bor_duty_count is null, '', 'bor'),
              format('{} Bor blocks', toString(ifNull(bor_duty_count, 0))),
              -- allow unknown-as-zero: null like bor_duty_count, and then there is no such row
              format('{} made', toString(ifNull(bor_made_count, 0))),
              -- allow unknown-as-zero: null like bor_duty_count, and then there is no such row
              toNullable(toDecimal256(ifNull(bor_made_count, 0), 24)),
              'blocks',
              [
                ('borProposalDuties', toDecimal256(ifNull(bor_duty_count, 0), 24)),
                -- allow unknown-as-zero: null like bor_duty_count, and then there is no such row
                ('borBlocksProposed', toDecimal256(ifNull(bor_made_count, 0), 24))
              ]
            ),
            (
              if(checkpoint = {last_duty:UInt32}, 'stake', ''),
              'its stake just before the last checkpoint that it had to sign',
              format('{} percent of commission', toString(commission_percent)),
              toNullable(toDecimal256(vaPol(self_stake + delegated_stake), 24)),
              'POL',
              [
                ('selfStake', toDecimal256(vaPol(self_stake), 24)),
                ('delegatedStake', toDecimal256(vaPol(delegated_stake), 24)),
                ('totalStake', toDecimal256(vaPol(self_stake + delegated_stake), 24)),
                ('commissionRate', toDecimal256(vaPercent(commission_percent), 24))
              ]
            )
          ]
        )
      ) as part
    from duties
  ),
  facts as (
    select
      part.1 as kind,
      'fct_polygon_validator_checkpoint' as source,
      toUInt64(block_number) as place,
      'block' as height_kind,
      toUInt64(block_number) as height,
      toNullable(block_hash) as block_hash,
      transaction_hash,
      item,
      toNullable(part.2) as expected,
      toNullable(part.3) as actual,
      part.4 as fact_amount,
      part.5 as fact_unit,
      part.6 as counted
    from parts
    union all
    select
      'priority_fees' as kind,
      'dim_polygon_priority_fee' as source,
      toUInt64(0xffffffffffffffff) as place,
      'edition' as height_kind,
      fee.edition as height,
      null as block_hash,
      null as transaction_hash,
      concat('the file of priority fees, ', toString({date:Date})) as item,
      null as expected,
      'as the file says' as actual,
      toNullable(toDecimal256(fee.amount, 24)) as fact_amount,
      'POL' as fact_unit,
      [('priorityFees', toDecimal256(ifNull(fee.amount, 0), 24))] as counted
    from (
      select amount, version as edition
      from dim_polygon_priority_fee final
      where
        network = {network:String}
        and day = {date:Date}
        and validator = {validatorId:UInt32}
        and version in (
          select max(version)
          from dim_polygon_priority_fee
          where network = {network:String} and day = {date:Date}
        )
    ) as fee
    where fee.amount is not null
  )
/* include fragments/explained_facts.sql */
