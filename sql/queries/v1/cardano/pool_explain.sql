-- The facts of a pool's day: its blocks, each with its part of the epoch's reward, payments on the day, and its terms.
-- Amounts in ADA.
with
  made as (
    select
      epoch,
      block_number,
      slot,
      block_at,
      toUInt256(row_number() over (partition by epoch order by block_number asc)) as place_in_epoch,
      toUInt256(count() over (partition by epoch)) as total
    from raw_cardano_block final
    where
      network = {network:String}
      and epoch between {first_epoch:UInt32} and {epoch:UInt32}
      and pool = {pool:String}
  ),
  rewards as (
    select
      epoch,
      leader_reward,
      member_reward,
      ledger_leader_reward,
      ledger_member_reward
    from fct_cardano_pool_reward_epoch final
    where
      network = {network:String}
      and (
        epoch between {first_epoch:UInt32} and {epoch:UInt32}
        or epoch between {first_paid_epoch:UInt32} and {last_paid_epoch:UInt32}
      )
      and pool = {pool:String}
  ),
  earned as (
    select
      made.epoch as epoch,
      made.block_number as block_number,
      made.slot as slot,
      made.place_in_epoch as place_in_epoch,
      made.total as total,
      -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
      vaCardanoBlockPart(ifNull(rewards.leader_reward, 0), place_in_epoch - 1, place_in_epoch, total) as leader,
      -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
      vaCardanoBlockPart(ifNull(rewards.member_reward, 0), place_in_epoch - 1, place_in_epoch, total) as member,
      -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
      vaCardanoBlockPart(ifNull(rewards.ledger_leader_reward, 0), place_in_epoch - 1, place_in_epoch, total)
        -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
        + vaCardanoBlockPart(ifNull(rewards.ledger_member_reward, 0), place_in_epoch - 1, place_in_epoch, total)
        as ledger
    from made
    left join rewards on rewards.epoch = made.epoch
    where toDate(made.block_at) = {day:Date}
  ),
  parts as (
    select
      'block' as kind,
      'raw_cardano_block' as source,
      'block' as height_kind,
      toUInt64(block_number) as place,
      block_number as height,
      format('slot {}', toString(slot)) as item,
      format('block {} of {} of the pool in epoch {}', toString(place_in_epoch), toString(total), toString(epoch))
        as expected,
      format('its part: {} lovelace for the leader, {} for members', toString(leader), toString(member)) as actual,
      vaAda(leader + member) as fact_amount,
      'ADA' as fact_unit,
      cast(null as Nullable(String)) as transaction_hash,
      [
        ('totalEarnedValidatorRewards', vaAda(leader)),
        ('totalEarnedDelegatorRewards', vaAda(member)),
        ('totalEarnedGrossRewards', vaAda(leader + member)),
        ('earnedRewardsResidual', vaAda(leader + member - ledger))
      ] as counted
    from earned
    union all
    select
      'payout' as kind,
      'fct_cardano_pool_reward_epoch' as source,
      'epoch' as height_kind,
      toUInt64(0) as place,
      epoch as height,
      format('earned in epoch {}', toString(epoch)) as item,
      format(
        'by the ledger\'s formulas {} lovelace for the leader, {} for members',
        ifNull(toString(ledger_leader_reward), 'unknown'),
        ifNull(toString(ledger_member_reward), 'unknown')
      ) as expected,
      format('paid at the start of epoch {}', toString(epoch + 2)) as actual,
      vaAda(assumeNotNull(leader_reward) + assumeNotNull(member_reward)) as fact_amount,
      'ADA' as fact_unit,
      null as transaction_hash,
      [
        ('totalRealizedValidatorRewards', vaAda(assumeNotNull(leader_reward))),
        ('totalRealizedDelegatorRewards', vaAda(assumeNotNull(member_reward))),
        ('totalRealizedGrossRewards', fact_amount)
      ] as counted
    from rewards
    where
      epoch between {first_paid_epoch:UInt32} and {last_paid_epoch:UInt32}
      and leader_reward is not null
      and member_reward is not null
    union all
    select
      if(number = 0, 'margin', 'fixed_cost') as kind,
      'raw_cardano_pool' as source,
      'epoch' as height_kind,
      toUInt64(0) as place,
      epoch as height,
      format('registration that counts from epoch {} on', toString(active_epoch)) as item,
      null as expected,
      if(number = 0, 'share that the pool keeps above its cost', 'what the pool keeps first') as actual,
      if(number = 0, toDecimal256(margin, 18), toDecimal256(vaAda(fixed_cost), 18)) as fact_amount,
      if(number = 0, 'ratio', 'ADA') as fact_unit,
      transaction_hash,
      [(if(number = 0, 'poolFee', 'poolFlatFee'), fact_amount)] as counted
    from raw_cardano_pool final
    array join [0, 1] as number
    where network = {network:String} and epoch = {epoch:UInt32} and pool = {pool:String}
  ),
  facts as (
    select
      kind,
      source,
      place,
      height_kind,
      height,
      null as block_hash,
      transaction_hash,
      item,
      expected,
      actual,
      fact_amount,
      fact_unit,
      counted
    from parts
  )
/* include fragments/explained_facts.sql */
