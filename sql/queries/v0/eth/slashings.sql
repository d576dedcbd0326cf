-- Costs of slashings, one row per slashed validator, latest slashing first, back from a chain day.
with
  slashings as (
    select validator_index, slot, epoch
    from fct_eth_slashing final
    where
      network = {network:String}
      and /* include fragments/eth/requested_slashings.sql */
    order by slot desc, validator_index asc
    limit {size:UInt64} offset {offset:UInt64}
  )
/* include fragments/eth/slashing_penalty_rows.sql */
order by slashings.slot desc, validatorIndex asc
