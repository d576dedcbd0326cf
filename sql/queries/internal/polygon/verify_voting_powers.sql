-- Stakes in whole POL and signers of validators, by events up to the nonces that Heimdall knows.
with
  known as (
    select pair.1 as validator, pair.2 as nonce
    from (select arrayJoin(arrayZip({validators:Array(UInt32)}, {nonces:Array(UInt64)})) as pair)
  )
select toString(stake.validator) as subject, figure.1 as item, figure.2 as value
from (
  select
    event.validator as validator,
    argMaxIf(event.amount, event.nonce, event.kind in ('staked', 'stake_update')) as stake_wei,
    argMaxIf(event.account, event.nonce, event.kind in ('staked', 'signer_change')) as signer
  from raw_polygon_stake_event as event final
  inner join known on known.validator = event.validator
  where event.network = {network:String} and event.nonce > 0 and event.nonce <= known.nonce
  group by event.validator
) as stake
array join
  [
    ('voting_power_pol', toString(intDiv(stake.stake_wei, toUInt128('1000000000000000000')))),
    ('signer', toString(stake.signer))
  ] as figure
