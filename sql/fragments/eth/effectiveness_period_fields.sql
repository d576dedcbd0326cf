-- The period of an effectiveness row of v0: start is its later end and end the earlier one.
if({granularity:String} = 'day', max(performance.day), null) as day,
cast(null as Nullable(UInt8)) as hour,
if({granularity:String} = 'day', null, max(performance.day)) as startDay,
if({granularity:String} = 'day', null, min(performance.day)) as endDay,
max(performance.end_epoch) as startEpoch,
min(performance.start_epoch) as endEpoch
