-- How far records by UTC day go, and how far they are complete.
'day' as unit,
toString(max(day)) as until,
toString(maxIf(day, is_complete = 1)) as completeUntil,
countIf(is_complete = 1) as completeCount
