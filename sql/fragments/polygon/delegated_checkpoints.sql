-- Each delegation at each checkpoint: its stake, and its share of the delegators' rewards, earned or missed.
  select
    due.account as account,
    due.validator as validator,
    due.checkpoint as checkpoint,
    due.day as day,
    due.stake as stake,
    duty.checkpoint != 0 as has_duty,
    duty.commission_percent as commission_percent,
    toUInt256(due.stake) as held_stake,
    greatest(duty.delegated_stake, 1) as whole_stake,
    intDiv(toUInt256(duty.delegator_reward) * held_stake, whole_stake) as net,
    intDiv(toUInt256(duty.delegator_reward + duty.commission_reward) * held_stake, whole_stake) as gross,
    intDiv(toUInt256(duty.missed_delegator_reward) * held_stake, whole_stake) as missed
  from (
    select
      pair.account as account,
      pair.validator as validator,
      pair.checkpoint as checkpoint,
      pair.day as day,
      toInt128(greatest(held.stake, 0)) as stake
    from (
      select known.account as account, known.validator as validator, recorded.checkpoint as checkpoint,
        recorded.day as day, recorded.position as position
      from (
        select distinct account, validator from held
      ) as known
      cross join (
        select checkpoint, position, day
        from fct_polygon_checkpoint final
        where
          network = {network:String}
          and checkpoint between requested.1 and requested.2
          and day between requested.3 and requested.4
      ) as recorded
    ) as pair
    asof left join held
      on held.account = pair.account and held.validator = pair.validator and pair.position > held.position
  ) as due
  left join (
    select validator, checkpoint, commission_percent, delegated_stake, delegator_reward, commission_reward,
      missed_delegator_reward
    from fct_polygon_validator_checkpoint final
    where
      network = {network:String}
      and checkpoint between requested.1 and requested.2
      and validator in (select validator from held)
  ) as duty on duty.validator = due.validator and duty.checkpoint = due.checkpoint
