-- Slashings up to a chain day, given as a number or a date.
vaWithin(intDiv(epoch, {epochsPerDay:UInt32}), null, {dayMax:Nullable(UInt32)})
and vaWithin(
  vaEthChainDayDate(
    {genesisTime:UInt64}, {secondsPerSlot:UInt32}, {epochsPerDay:UInt32} * {slotsPerEpoch:UInt32},
    intDiv(epoch, {epochsPerDay:UInt32})
  ),
  null,
  {dateMax:Nullable(Date)}
)
