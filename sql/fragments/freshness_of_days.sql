-- The last UTC day with records, and the last complete one.
'day' as unit,
toString(max(day)) as until,
toString(maxIf(day, is_complete = 1)) as completeUntil,
countIf(is_complete = 1) as completeCount
