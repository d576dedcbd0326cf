-- Cost of the slashing of one validator. No row if it was not slashed.
with
  slashings as (
    select validator_index, slot, epoch
    from fct_eth_slashing final
    where network = {network:String} and validator_index = {validatorIndex:UInt32}
  )
/* include fragments/eth/slashing_penalty_rows.sql */
