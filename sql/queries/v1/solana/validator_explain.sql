-- The facts of a validator's day on Solana: slots that it led, votes for each confirmed block, payments to its accounts
-- and its delegators, tips, and the state that describes it. Amounts are whole SOL.
with
  blocks as (
    select slot, block_hash
    from raw_solana_slot final
    where
      network = {network:String}
      and slot >= {from_slot:UInt32}
      and slot <= {to_slot:UInt32} + {lateSlots:UInt32}
      and is_produced
  ),
  landed as (
    select voted_slot, min(landing) as latency
    from raw_solana_vote final
    array join voted_slots as voted_slot, latencies as landing
    where
      network = {network:String}
      -- The run in which a vote landed begins before the landing.
      and slot + {runSlots:UInt32} > {from_slot:UInt32}
      and slot <= {to_slot:UInt32} + {lateSlots:UInt32}
      and vote_account = {voteAccount:String}
      and voted_slot between {from_slot:UInt32} and {to_slot:UInt32}
      and landing <= {lateSlots:UInt32}
    group by voted_slot
  ),
  votes as (
    select
      confirmed.slot as slot,
      landed.voted_slot > 0 and ifNull(confirmed.is_alpenglow, 0) = 0 as is_voted,
      -- Votes can only be missing if they would be in blocks, and blocks were read completely.
      is_voted or ifNull(confirmed.is_alpenglow = 0, false) and confirmed.depth = 'votes' as is_known,
      confirmed.is_alpenglow as is_alpenglow,
      landed.latency as latency,
      vaSolanaVoteCredits(landed.latency, confirmed.epoch >= {timelyEpoch:UInt32}) as credits
    from (
      select slot, epoch, depth, is_alpenglow
      from raw_solana_slot final
      where
        network = {network:String}
        and slot between {from_slot:UInt32} and {to_slot:UInt32}
        and day = {day:Date}
        and is_produced
    ) as confirmed
    left join landed on landed.voted_slot = confirmed.slot
  ),
  epochs as (
    select epoch, first_slot, last_slot
    from raw_solana_epoch final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32} and epoch > 0
  ),
  commissions as (
    select
      reward.slot as slot,
      reward.reward_index as reward_index,
      epochs.epoch - 1 as epoch,
      reward.lamports as lamports
    from (
      select slot, reward_index, lamports
      from raw_solana_reward final
      where
        network = {network:String}
        and slot between {from_slot:UInt32} and {to_slot:UInt32}
        and reward_type = 'Voting'
        and account = {voteAccount:String}
    ) as reward
    cross join epochs
    where reward.slot between epochs.first_slot and epochs.last_slot
  ),
  payouts as (
    select epoch, stake_account, slot, staking_reward_lamports, staking_commission_lamports
    from int_solana_stake_reward_epoch final
    where
      network = {network:String}
      and epoch between greatest({from_epoch:UInt32}, 1) - 1 and {to_epoch:UInt32}
      and vote_account = {voteAccount:String}
      and slot > 0
      and slot between {from_slot:UInt32} and {to_slot:UInt32}
  ),
  inflation as (
    select epoch, sum(paid) as lamports
    from (
      select toUInt32(epoch) as epoch, lamports as paid from commissions
      union all
      select epoch, staking_reward_lamports as paid from payouts
    )
    group by epoch
  ),
  /* include fragments/solana/tower_credits.sql */,
  -- Final credits.
  credits as (
    select
      credit.epoch as epoch,
      maxIf(credit.earned, credit.vote_account = {voteAccount:String}) as earned,
      max(credit.earned) as best
    from tower_credits as credit
    inner join epochs on epochs.epoch = credit.epoch + 1
    where
      credit.slot >= epochs.first_slot
      and credit.epoch between greatest({from_epoch:UInt32}, 1) - 1 and {to_epoch:UInt32}
    group by credit.epoch
  ),
  /* include fragments/solana/tip_parts.sql */,
  /* include fragments/solana/priority_fee_parts.sql */,
  parts as (
    select
      'leader_slot' as kind,
      'raw_solana_slot' as source,
      'slot' as height_kind,
      slot as height,
      if(is_produced = 1, slot, 0) as block_slot,
      concat('led by ', toString(leader)) as item,
      'a block' as expected,
      multiIf(
        is_produced = 0, 'skipped',
        transaction_count is null, 'a block, read as far as its rewards',
        format(
          'a block of {} transactions, {} of them votes',
          toString(assumeNotNull(transaction_count)),
          toString(ifNull(vote_transaction_count, 0))
        )
      ) as actual,
      -- allow unknown-as-zero: null where there is no block
      vaSol(ifNull(fee_reward_lamports, 0)) as fact_amount,
      'SOL' as fact_unit,
      [
        ('leaderSlots', vaSol(1000000000)),
        ('producedBlocks', vaSol(1000000000 * is_produced)),
        ('skippedSlots', vaSol(1000000000 * (1 - is_produced))),
        (
          'emptyBlocks',
          vaSol(1000000000 * (is_produced and ifNull(transaction_count = 0, false)))
        ),
        (
          'voteOnlyBlocks',
          vaSol(
            1000000000
            * (is_produced and ifNull(transaction_count > 0 and transaction_count = vote_transaction_count, false))
          )
        ),
        ('blockRewards', fact_amount),
        ('totalRewards', fact_amount)
      ] as counted
    from raw_solana_slot final
    where
      network = {network:String}
      and slot between {from_slot:UInt32} and {to_slot:UInt32}
      and day = {day:Date}
      and has({identities:Array(String)}, leader)
    union all
    select
      'vote' as kind,
      'raw_solana_vote' as source,
      'slot' as height_kind,
      if(is_voted, slot + latency, slot) as height,
      height as block_slot,
      format('block of slot {}', toString(slot)) as item,
      if(is_known, format('a vote for the block of slot {}', toString(slot)), null) as expected,
      multiIf(
        is_voted, format('in a block with latency {}', toString(latency)),
        is_known, 'no vote in any block',
        ifNull(is_alpenglow, 0) = 1, 'unknown: under Alpenglow votes are not in blocks',
        is_alpenglow is null, 'unknown: no node says whether votes are in blocks here',
        'unknown: blocks were read as far as their rewards'
      ) as actual,
      vaSol(1000000000 * if(is_voted, credits, 0)) as fact_amount,
      'credits' as fact_unit,
      [
        ('confirmedBlocks', vaSol(1000000000)),
        ('totalVotes', vaSol(1000000000 * is_voted)),
        ('sumLatency', vaSol(1000000000 * if(is_voted, latency, 0))),
        ('totalVoteScore', fact_amount),
        ('delinquencies', vaSol(1000000000 * (not is_voted and is_known and {has_stake:UInt8})))
      ] as counted
    from votes
    union all
    select
      'inflation_commission' as kind,
      'raw_solana_reward' as source,
      'slot' as height_kind,
      slot as height,
      slot as block_slot,
      format('reward {} of the block, for epoch {}', toString(reward_index), toString(epoch)) as item,
      null as expected,
      'paid to the vote account' as actual,
      vaSol(lamports) as fact_amount,
      'SOL' as fact_unit,
      [('voteCommissionRewards', fact_amount), ('totalRewards', fact_amount), ('commissionResidual', fact_amount)]
        as counted
    from commissions
    union all
    select
      'staking' as kind,
      'int_solana_stake_reward_epoch' as source,
      'slot' as height_kind,
      slot as height,
      slot as block_slot,
      format('stake account {}, for epoch {}', stake_account, toString(epoch)) as item,
      null as expected,
      format(
        'paid to a delegator, {} lamports of commission taken off',
        ifNull(toString(staking_commission_lamports), 'unknown')
      ) as actual,
      vaSol(staking_reward_lamports) as fact_amount,
      'SOL' as fact_unit,
      [
        ('delegatorStakingRewards', fact_amount),
        ('paidStakeAccounts', vaSol(1000000000)),
        -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
        ('commissionResidual', -vaSol(ifNull(staking_commission_lamports, 0)))
      ] as counted
    from payouts
    union all
    select
      'missed_inflation' as kind,
      'raw_solana_credit' as source,
      'epoch' as height_kind,
      inflation.epoch as height,
      0 as block_slot,
      'credits of the epoch' as item,
      format('credits of the best: {}', toString(credits.best)) as expected,
      format('credits: {}', toString(credits.earned)) as actual,
      vaSol(vaSolanaMissed(inflation.lamports, credits.best, credits.earned)) as fact_amount,
      'SOL' as fact_unit,
      [('missedStakingRewards', fact_amount)] as counted
    from inflation
    left join credits on credits.epoch = inflation.epoch
    union all
    select
      'tips' as kind,
      'raw_solana_tip' as source,
      'epoch' as height_kind,
      created_epoch as height,
      0 as block_slot,
      'tips of the epoch, due with its last slot' as item,
      null as expected,
      format(
        '{} basis points kept by the validator, {} lamports taken by the tip router',
        toString(commission_bps),
        toString(router_lamports)
      ) as actual,
      vaSol(claim_lamports) as fact_amount,
      'SOL' as fact_unit,
      [
        ('mevCommissionRewards', vaSol(kept_lamports)),
        ('totalRewards', vaSol(kept_lamports)),
        ('delegatorMevRewards', vaSol(shared_lamports))
      ] as counted
    from tip_parts
    where
      has({ended_epochs:Array(UInt32)}, created_epoch)
      and vote_account = {voteAccount:String}
      -- The record has none unless the tips of all epochs are known.
      and not has({unknownNumbers:Array(String)}, 'mevCommissionRewards')
    union all
    select
      'passed_fees' as kind,
      'raw_solana_priority_fee' as source,
      'epoch' as height_kind,
      created_epoch as height,
      0 as block_slot,
      'fees that were passed on for the epoch, due with its last slot' as item,
      null as expected,
      format(
        '{} lamports in its distribution account, {} of them taken by the tip router',
        toString(claim_lamports),
        toString(router_lamports)
      ) as actual,
      vaSol(passed_lamports) as fact_amount,
      'SOL' as fact_unit,
      [
        ('sharedBlockRewards', fact_amount),
        ('totalRewards', -fact_amount),
        ('delegatorBlockRewards', vaSol(shared_lamports))
      ] as counted
    from priority_fee_parts
    where
      has({ended_epochs:Array(UInt32)}, created_epoch)
      and vote_account = {voteAccount:String}
      -- The record has none unless those of all epochs are known.
      and not has({unknownNumbers:Array(String)}, 'sharedBlockRewards')
    union all
    select
      'tip_rate' as kind,
      'raw_solana_tip' as source,
      'epoch' as height_kind,
      created_epoch as height,
      0 as block_slot,
      'newest tip distribution account' as item,
      null as expected,
      'commission on tips' as actual,
      vaSol(toUInt64(commission_bps) * 100000) as fact_amount,
      'ratio' as fact_unit,
      [('mevCommissionRate', fact_amount)] as counted
    from raw_solana_tip final
    where
      network = {network:String} and created_epoch <= {to_epoch:UInt32} and vote_account = {voteAccount:String}
    order by created_epoch desc
    limit 1
    union all
    select
      if(number = 0, 'stake', 'commission_rate') as kind,
      'raw_solana_voter' as source,
      'slot' as height_kind,
      slot as height,
      slot as block_slot,
      format('state of epoch {}', toString(epoch)) as item,
      null as expected,
      if(number = 0, 'stake that is active in the epoch', 'commission on inflation') as actual,
      if(
        number = 0,
        vaSol(activated_stake_lamports),
        vaSol(toUInt64(ifNull(commission_bps, toUInt16(commission) * 100)) * 100000)
      ) as fact_amount,
      if(number = 0, 'SOL', 'ratio') as fact_unit,
      [(if(number = 0, 'activatedStake', 'voteCommissionRate'), fact_amount)] as counted
    from raw_solana_voter final
    array join [0, 1] as number
    where
      network = {network:String}
      and epoch = {state_epoch:UInt32}
      and vote_account = {voteAccount:String}
      and activated_stake_lamports > 0
  ),
  facts as (
    select
      parts.kind as kind,
      parts.source as source,
      if(parts.height_kind = 'slot', toUInt64(parts.height), toUInt64({to_slot:UInt32}) + {lateSlots:UInt32}) as place,
      parts.height_kind as height_kind,
      parts.height as height,
      if(blocks.block_hash = '', null, blocks.block_hash) as block_hash,
      null as transaction_hash,
      parts.item as item,
      parts.expected as expected,
      parts.actual as actual,
      parts.fact_amount as fact_amount,
      parts.fact_unit as fact_unit,
      arrayFilter(part -> part.2 != 0, parts.counted) as counted
    from parts
    left join blocks on blocks.slot = parts.block_slot
  )
/* include fragments/explained_facts.sql */
