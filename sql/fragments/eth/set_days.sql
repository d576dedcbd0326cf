-- Days on which a validator belonged to the set: all except those that began after its removal.
performance.day_type = {dayType:String}
and performance.start_epoch
  <= transform(performance.validator_index, {removedIndices:Array(UInt32)}, {lastEpochs:Array(UInt32)}, 4294967295)
