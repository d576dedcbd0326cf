-- A validator by its events; its owner and its ValidatorShare as last read from the contract.
with
  (
    select max(checkpoint) from fct_polygon_checkpoint where network = {network:String}
  ) as newest,
  -- StakeManager's epochs, which decide about duties, in relation to checkpoints: (epoch, checkpoint) of each that is
  -- known, ascending. If no node had the epoch of a checkpoint, its distance is taken from the last reading of the
  -- contract.
  -- allow unknown-as-zero: until the contract has been read once, epochs count as checkpoints do
  ifNull(
    (select any(epoch_offset) from raw_polygon_rule final where network = {network:String}), 0
  ) as epoch_offset,
  (
    select arraySort(groupArray((ifNull(toInt64(epoch), checkpoint + epoch_offset), toInt64(checkpoint))))
    from raw_polygon_checkpoint final
    where network = {network:String}
  ) as duty_epochs,
  -- The first checkpoint of an epoch or later.
  (
    epoch -> toUInt64(greatest(
      multiIf(
        empty(duty_epochs), epoch - epoch_offset,
        epoch < duty_epochs[1].1, epoch - (duty_epochs[1].1 - duty_epochs[1].2),
        epoch > duty_epochs[-1].1, epoch - (duty_epochs[-1].1 - duty_epochs[-1].2),
        arrayFirst(one -> one.1 >= epoch, duty_epochs).2
      ),
      0
    ))
  ) as checkpoint_of
select
  own.validator as validatorId,
  cast(null as Nullable(String)) as validatorName,
  toNullable(own.signer) as signerAddress,
  state.contract as contractAddress,
  state.owner as ownerAddress,
  vaPercent(own.commission_percent) as commissionRate,
  if(
    own.self_stake > 0
    and own.is_jailed = 0
    and (own.deactivation_epoch = 0 or checkpoint_of(toInt64(own.deactivation_epoch)) > newest + 1),
    'active',
    'inactive'
  ) as status,
  checkpoint_of(toInt64(own.activation_epoch)) as activationCheckpoint,
  if(
    own.deactivation_epoch = 0,
    null,
    toNullable(checkpoint_of(toInt64(own.deactivation_epoch)))
  ) as deactivationCheckpoint
from (
  select
    event.validator as validator,
    argMaxIf(toString(event.account), event.position, event.kind in ('staked', 'signer_change')) as signer,
    argMaxIf(event.amount, event.position, event.kind in ('staked', 'restaked')) as self_stake,
    argMaxIf(event.amount, event.position, event.kind = 'commission') as commission_percent,
    argMaxIf(event.epoch, event.position, event.kind = 'staked') as activation_epoch,
    argMaxIf(event.epoch, event.position, event.kind = 'unstake_init') as deactivation_epoch,
    argMaxIf(event.kind = 'jailed', event.position, event.kind in ('jailed', 'unjailed')) as is_jailed
  from raw_polygon_stake_event as event final
  where event.network = {network:String} and event.validator = {validatorId:UInt32} and event.validator > 0
  group by event.validator
  having countIf(event.kind = 'staked') > 0
) as own
left join (
  select validator, contract, owner
  from raw_polygon_validator final
  where network = {network:String} and validator = {validatorId:UInt32}
  order by day desc
  limit 1
) as state on state.validator = own.validator
