-- When the validators of a set were active, and until when they belonged to it: the input of validatorCount.
with (
  select
    groupArray((
      ifNull(validator.activation_epoch, 4294967295),
      ifNull(validator.exit_epoch, 4294967295),
      transform(
        validator.validator_index,
        {removedIndices:Array(UInt32)},
        {lastEpochs:Array(UInt32)},
        4294967295
      )
    ))
  from dim_eth_validator as validator final
  where validator.network = {network:String} and validator.validator_index in {indices:Array(UInt32)}
) as lives
