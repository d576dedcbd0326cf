-- The period of a record of v1 about several validators together.
if({granularity:String} = 'day', max(performance.day), null) as day,
cast(null as Nullable(UInt8)) as hour,
if({granularity:String} = 'day', max(performance.date), null) as date,
if({granularity:String} = 'day', null, min(performance.day)) as startDay,
if({granularity:String} = 'day', null, max(performance.day)) as endDay,
if({granularity:String} = 'day', null, min(performance.date)) as startDate,
if({granularity:String} = 'day', null, max(performance.date)) as endDate,
min(performance.start_epoch) as startEpoch,
max(performance.end_epoch) as endEpoch,
startEpoch * {slotsPerEpoch:UInt32} as startSlot,
(endEpoch + 1) * {slotsPerEpoch:UInt32} - 1 as endSlot,
vaSlotTime({genesisTime:UInt64}, {secondsPerSlot:UInt32}, startSlot) as startTimestamp,
vaSlotTime({genesisTime:UInt64}, {secondsPerSlot:UInt32}, endSlot + 1) as endTimestamp
